import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as z from 'zod';
import { converseAnswer, converseBody, type Scripted } from './converse.ts';
import { controls, type Asked } from './remote.ts';

export interface ModelServer {
  /** The server's URL, for the variable AWS_ENDPOINT_URL_BEDROCK_RUNTIME. */
  readonly url: string;
  /** The model id and the body of every request so far. */
  readonly requests: Readonly<Asked>;
  /** Sets the answers to the next requests, in order. The last one is repeated. */
  script(...turns: readonly Scripted[]): void;
  close(): Promise<void>;
}

/**
 * Starts a server on the loopback that answers as Bedrock's Converse API does. A test scripts its answers here, or from
 * another process with `remote.ts`.
 */
export async function startModelServer(): Promise<ModelServer> {
  const requests: Asked = [];
  let turns: readonly Scripted[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, model] = /^\/model\/([^/]+)\/converse$/.exec(request.url ?? '') ?? [];
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    if (request.url === controls.requests) return void response.end(JSON.stringify(requests));
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (request.url === controls.script) {
      turns = scripts.parse(body);
      requests.length = 0;
      return void response.end();
    }
    const parsed = converseBody.safeParse(body);
    if (
      model === undefined ||
      !parsed.success ||
      request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ') !== true
    ) {
      return fail(response, 400, 'ValidationException');
    }
    requests.push({ model: decodeURIComponent(model), body: parsed.data });
    const [turn, ...rest] = turns;
    if (rest.length > 0) turns = rest;
    if (turn === undefined) return fail(response, 500, 'InternalServerException');
    if ('silent' in turn) return;
    if ('error' in turn) return fail(response, turn.status, turn.error);
    const text = converseAnswer(turn, parsed.data.toolConfig.toolChoice.tool.name);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
    if (!('half' in turn)) return void response.end(text);
    response.write(text.slice(0, text.length / 2), () => response.destroy());
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    script: (...given) => {
      turns = given;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error ? reject(error) : resolve()));
      }),
  };
}

const scripts = z.array(z.custom<Scripted>((turn) => typeof turn === 'object' && turn !== null));

function fail(response: ServerResponse, status: number, error: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': error });
  response.end(JSON.stringify({ message: 'as scripted' }));
}
