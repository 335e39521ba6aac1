import type { IncomingMessage } from 'node:http';

/** Request whose body has been read. */
export interface Arrived {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly header: (name: string) => string | undefined;
  readonly body: string;
}

const maxBodyBytes = 64 * 1024;

/** Reads the body. Undefined if it has more than 64 KB. */
const bodyOf = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const piece of request) {
    const chunk: Buffer = piece;
    bytes += chunk.length;
    if (bytes > maxBodyBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

export const arrived = async (request: IncomingMessage): Promise<Arrived | undefined> => {
  const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
  const body = await bodyOf(request);
  if (url === null || body === undefined) return undefined;
  const header = (name: string): string | undefined => {
    const value = request.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return { method: request.method ?? 'GET', path: url.pathname, query: url.searchParams, header, body };
};
