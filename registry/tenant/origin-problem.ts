const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?$/;

/** Whether an origin is on this machine, by http: the local cloud's. */
export const isLoopback = (origin: string): boolean => loopback.test(origin) && canonical(origin) !== undefined;

/**
 * What is wrong with an origin that a deployment shall reach, or undefined. It is https and names a host: an address may be
 * this machine's, a neighbour's, or the one that hands out credentials (169.254.169.254). It stands in the canonical form of
 * the WHATWG URL standard: `https://0x7f.1` would be read as 127.0.0.1.
 */
export function originProblem(origin: string): string | undefined {
  const url = canonical(origin);
  if (!url) return 'is no plain origin such as https://sor.example';
  if (url.protocol !== 'https:') return 'is not https';
  const { hostname } = url;
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'is an address and not the name of a host';
  return /(^|\.)localhost$/.test(hostname) ? 'is on the machine that asks for it' : undefined;
}

function canonical(origin: string): URL | undefined {
  const url = URL.parse(origin);
  return url && url.origin === origin && !url.hostname.endsWith('.') ? url : undefined;
}
