import { OutboundError } from './outbound-error.ts';
import type { OutboundRequest } from './outbound-types.ts';

/**
 * Headers that only the connector sets, because they frame the message or control the connection. A caller that could
 * set them could smuggle requests.
 */
const ours = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const refused = (detail: string): OutboundError => new OutboundError('outbound.request_refused', detail, false);

const checked = (name: string, value: string): string => {
  const key = name.toLowerCase();
  if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) throw refused('a header name is malformed');
  if (ours.has(key) || key.startsWith('proxy-')) throw refused('only the connector may set this header');
  if (!/^[\t\u0020-\u007e]*$/.test(value)) throw refused('a header value has a character outside printable ASCII');
  return key;
};

/**
 * Checks the headers of a request and adds the connector's own. Compression is not accepted, because a small compressed
 * answer can unpack to a large one.
 * @throws OutboundError
 */
export const requestHeaders = (request: OutboundRequest, host: string): Record<string, string> => {
  const headers: Record<string, string> = { host, 'accept-encoding': 'identity', connection: 'close' };
  for (const [name, value] of Object.entries(request.headers ?? {})) {
    const key = checked(name, value);
    if (Object.hasOwn(headers, key)) throw refused('a header occurs twice');
    headers[key] = value;
  }
  if (request.method === 'GET' && request.body !== undefined) throw refused('a GET request must not have a body');
  if (request.method !== 'GET') headers['content-length'] = String(Buffer.byteLength(request.body ?? ''));
  return headers;
};
