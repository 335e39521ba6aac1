import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Caller } from '../../contract/authority/identity.ts';
import { Failure } from '../../contract/failures.ts';
import { problem, refusalOf, type HttpAnswer } from '../../lambdas/http.ts';
import type { Handle } from '../../lambdas/routes.ts';
import { requestBy } from './http-request.ts';

export interface ApiServer {
  readonly apiUrl: string;
  readonly close: () => Promise<void>;
}

/**
 * Serves handlers over HTTP at the loopback, as the deployed API does. Each request needs a known token.
 *
 * @param callers the callers by their tokens
 */
export async function apiServer(
  routes: Readonly<Record<string, Handle>>,
  callers: Readonly<Record<string, Caller>>,
  at?: number,
): Promise<ApiServer> {
  const server = createServer((request, response) => {
    void answer(request).then(({ statusCode = 200, headers = {}, body = '' }) =>
      response.writeHead(statusCode, headers as Record<string, string>).end(body),
    );
  });
  const answer = async (request: IncomingMessage): Promise<HttpAnswer> => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const caller = callers[(request.headers.authorization ?? '').replace('Bearer ', '')];
    if (!caller) return { statusCode: 401, body: '{"message":"Unauthorized"}' };
    const found = matching(Object.keys(routes), `${request.method} ${url.pathname}`);
    const handle = found && routes[found.route];
    if (!handle) return { statusCode: 404, body: '{"message":"Not Found"}' };
    const text = await bodyOf(request);
    const asked = requestBy(caller, {
      routeKey: found.route,
      query: Object.fromEntries(url.searchParams),
      ...(text === '' ? {} : { body: text }),
      ...(at === undefined ? {} : { at }),
    });
    const event = { ...asked.event, pathParameters: found.parameters };
    return handle({ ...asked, event }).catch((error: unknown) => {
      if (error instanceof Failure) return problem(refusalOf(error));
      throw error;
    });
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function matching(routes: readonly string[], asked: string) {
  for (const route of routes) {
    const names = [...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    const values = new RegExp(`^${route.replaceAll(/\{\w+\}/g, '([^/]+)')}$`).exec(asked);
    if (values)
      return {
        route,
        parameters: Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(values[i + 1] ?? '')])),
      };
  }
  return undefined;
}
