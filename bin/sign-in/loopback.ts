import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { callbackUrl } from '../../contract/platform/sign-in.ts';
import { MissingEnvironment } from '../missing-environment.ts';

/** A server on the loopback that waits for the sign-in page to send the person back. */
export interface Loopback {
  readonly redirectUri: string;
  /**
   * Returns the authorization code.
   * @throws MissingEnvironment if nobody signs in within the time limit, or the page reports an error
   */
  readonly code: Promise<string>;
  readonly close: () => void;
}

const page = (text: string): string => `<!doctype html><meta charset="utf-8"><title>Logic Plane</title><p>${text}</p>`;

/** Listens at the first free port. @param state an answer with another state is refused */
export async function waitOnLoopback(
  ports: readonly number[],
  state: string,
  timeoutMillis: number,
): Promise<Loopback> {
  const { server, port } = await firstFree(ports);
  let timer: NodeJS.Timeout | undefined;
  const code = new Promise<string>((resolve, reject) => {
    const fail = (why: string): void => reject(new MissingEnvironment(why));
    timer = setTimeout(() => fail('nobody signed in within the time limit. Run the command again'), timeoutMillis);
    server.on('request', (request, response) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      const given = url.searchParams;
      const isAnswer = request.method === 'GET' && url.pathname === new URL(callbackUrl(port)).pathname;
      if (!isAnswer || given.get('state') !== state) {
        response.writeHead(404, headers).end(page('This is not the answer to a sign-in of this command.'));
        return;
      }
      const found = given.get('code');
      response.writeHead(200, headers).end(page('You can close this window and go back to the command line.'));
      if (found !== null && found !== '') resolve(found);
      else fail(`the sign-in page answered ${given.get('error') ?? 'without a code'}. Run the command again`);
    });
  });
  // The caller may close the server before it waits for the code.
  code.catch(() => undefined);
  const close = (): void => {
    clearTimeout(timer);
    server.close();
    server.closeAllConnections();
  };
  return { redirectUri: callbackUrl(port), code, close };
}

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

async function firstFree(ports: readonly number[]): Promise<{ readonly server: Server; readonly port: number }> {
  for (const port of ports) {
    const server = createServer();
    server.listen(port, 'localhost');
    const listening = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (listening) return { server, port };
  }
  throw new MissingEnvironment(
    `the ports ${ports.join(', ')} of this computer are all in use. End the program that uses one of them`,
  );
}
