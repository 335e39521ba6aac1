const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(:\d{1,5})?$/;

/** True for an origin of plain HTTP on this machine. Only the local cloud has such origins. */
export const isLoopback = (origin: string): boolean => loopback.test(origin) && canonical(origin) !== undefined;

/**
 * Says what is wrong with an origin that a deployment calls, or undefined. An origin must be https and have a host
 * name: an address may belong to this machine, to a neighbour, or to the service that hands out credentials
 * (169.254.169.254). It must be in the canonical form of the WHATWG URL standard: `https://0x7f.1` would be read as
 * 127.0.0.1.
 */
export function originProblem(origin: string): string | undefined {
  const url = canonical(origin);
  if (!url) return 'is no plain origin such as https://sor.example';
  if (url.protocol !== 'https:') return 'is not https';
  const { hostname } = url;
  if (/^[\d.]+$/.test(hostname) || hostname.startsWith('[')) return 'has an address instead of the name of a host';
  return /(^|\.)localhost$/.test(hostname) ? 'is on this machine' : undefined;
}

function canonical(origin: string): URL | undefined {
  const url = URL.parse(origin);
  return url && url.origin === origin && !url.hostname.endsWith('.') ? url : undefined;
}
