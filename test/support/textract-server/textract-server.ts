import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isSigned } from './signature.ts';

/** An answer to an operation: a body, or an error as AWS sends it. `silent` never answers. */
export type Turn = { readonly body: unknown } | { readonly error: string; readonly status: number } | 'silent';

export interface TextractServer {
  readonly url: string;
  readonly requests: readonly { readonly operation: string; readonly input: unknown }[];
  /** Sets the next answers of an operation. The last one is repeated. */
  script(operation: string, ...turns: readonly Turn[]): void;
  close(): Promise<void>;
}

export const secret = 'a secret access key';

/** Starts a server on the loopback that speaks the protocol of Amazon Textract: JSON 1.1, signed with Version 4. */
export async function startTextractServer(): Promise<TextractServer> {
  const requests: { operation: string; input: unknown }[] = [];
  const turns = new Map<string, readonly Turn[]>();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk as Uint8Array));
    const body = Buffer.concat(chunks);
    const [, operation = ''] = /^Textract\.(\w+)$/.exec(String(request.headers['x-amz-target'])) ?? [];
    if (!isSigned(request, body, { service: 'textract', secret }))
      return send(response, 400, { __type: 'InvalidSignatureException' });
    if (request.headers['content-type'] !== 'application/x-amz-json-1.1')
      return send(response, 400, { __type: 'SerializationException' });
    requests.push({ operation, input: JSON.parse(body.toString()) });
    const [turn = { error: 'InternalServerError', status: 500 }, ...rest] = turns.get(operation) ?? [];
    if (rest.length > 0) turns.set(operation, rest);
    if (turn === 'silent') return;
    if ('body' in turn) return send(response, 200, turn.body);
    return send(response, turn.status, { __type: turn.error, Message: 'as scripted, with a value of the document' });
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (operation, ...given) => void turns.set(operation, given),
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}
