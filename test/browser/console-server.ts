import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pageFiles } from '../../adapters/page/page-files.ts';
import { servePage } from '../../lambdas/console/serve-page.ts';
import type { HttpAnswer } from '../../lambdas/http.ts';
import { writePage } from '../../lib/functions/page-build.ts';
import { compiledDemo, plane } from '../docs/plane.ts';
import { root } from '../docs/pages.ts';
import { TestSignIn, type Form } from './sign-in.ts';

type Send = Awaited<ReturnType<typeof plane>>;

/** The console over the real handlers and memory stores, on the loopback. */
export interface ConsoleServer {
  readonly url: string;
  readonly signIn: TestSignIn;
  /** Calls the API as an agent or a login, past the page. */
  readonly send: Send;
  /** Every request of the browser, as method and path. */
  readonly requests: readonly string[];
  /** If it is set, the API loses the answers to requests that it accepts. The handlers still do their work. */
  loseAnswers: (request: string) => boolean;
  readonly close: () => Promise<void>;
}

/** Starts a console with stores of its own. The page is built once for each server. */
export async function startConsole(): Promise<ConsoleServer> {
  const release = await compiledDemo();
  const folder = await mkdtemp(join(tmpdir(), 'logic-plane-page-'));
  writePage(root, folder);
  const send = await plane(release);
  const requests: string[] = [];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signIn = new TestSignIn(url);
  const page = servePage({
    files: pageFiles(folder),
    tenant: 'demo',
    stage: 'local',
    signIn: { clientId: 'console', issuer: url, origin: 'self' },
  });
  const console: ConsoleServer = {
    url: `${url}/console/`,
    signIn,
    send,
    requests,
    loseAnswers: () => false,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Promise.all([folder, dirname(release)].map((path) => rm(path, { recursive: true, force: true })));
    },
  };
  server.on('request', (request, response) => {
    const asked = `${request.method} ${request.url}`;
    requests.push(asked);
    void answerOf(request, { url, signIn, send, page }).then((answer) =>
      console.loseAnswers(asked) ? request.socket.destroy() : write(response, answer),
    );
  });
  return console;
}

interface Behind {
  readonly url: string;
  readonly signIn: TestSignIn;
  readonly send: Send;
  readonly page: ReturnType<typeof servePage>;
}

async function answerOf(request: IncomingMessage, { url, signIn, send, page }: Behind): Promise<HttpAnswer> {
  const { pathname, search, searchParams } = new URL(request.url ?? '/', url);
  const body = await bodyOf(request);
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
  if (pathname.startsWith('/console'))
    return page({ rawPath: pathname, headers, pathParameters: { file: pathname.slice('/console/'.length) } });
  const pages: Readonly<Record<string, () => Form>> = {
    '/oauth2/authorize': () => signIn.authorize(searchParams, headers['cookie'] ?? ''),
    '/login': () => signIn.login(new URLSearchParams(body)),
    '/oauth2/token': () => signIn.exchange(new URLSearchParams(body)),
    '/logout': () => ({
      status: 302,
      headers: { location: searchParams.get('logout_uri') ?? '', 'set-cookie': 'login=; Max-Age=0' },
      body: '',
    }),
  };
  const hosted = pages[pathname]?.();
  if (hosted) return { statusCode: hosted.status, headers: hosted.headers, body: hosted.body };
  const by = signIn.loginOf((headers['authorization'] ?? '').replace('Bearer ', ''));
  if (by === undefined) return { statusCode: 401, body: '{"message":"Unauthorized"}' };
  const asked = { by, method: request.method ?? 'GET', path: `${pathname}${search}`, headers };
  return send({ ...asked, body: body === '' ? undefined : JSON.parse(body) });
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks).toString('utf8');
}

function write(response: ServerResponse, { statusCode, headers, body = '', isBase64Encoded }: HttpAnswer): void {
  response.writeHead(statusCode ?? 200, headers as Record<string, string>);
  response.end(isBase64Encoded ? Buffer.from(body, 'base64') : body);
}
