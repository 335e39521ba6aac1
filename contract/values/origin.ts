const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?$/;

/** Returns true for a plain HTTP origin on this machine. Only the local cloud uses such origins. */
export const isLoopback = (origin: string): boolean => loopback.test(origin) && canonical(origin) !== undefined;

/**
 * Returns what is wrong with the origin of an SoR, or undefined. An origin must be https and have a host name. An IP
 * address is refused, because it may belong to this machine, to a neighbour, or to the service that issues credentials
 * (169.254.169.254). An origin must be in the canonical form of the WHATWG URL standard, because `https://0x7f.1` is
 * read as 127.0.0.1.
 */
export function originProblem(origin: string): string | undefined {
  const url = canonical(origin);
  if (!url) return 'is not a plain origin such as https://sor.example';
  if (url.protocol !== 'https:') return 'does not begin with https://';
  const { hostname } = url;
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'has an IP address instead of a host name';
  return /(^|\.)localhost$/.test(hostname) ? 'is a host name of this machine' : undefined;
}

function canonical(origin: string): URL | undefined {
  const url = URL.parse(origin);
  return url && url.origin === origin && !url.hostname.endsWith('.') ? url : undefined;
}
