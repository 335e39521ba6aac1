import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { admin } from './admin.ts';
import { problemAnswer, withHeaders, type AdminAnswer } from './answer.ts';
import { arrived } from './arrived.ts';
import { changesOf } from './changes.ts';
import { credentialReader, type Credentials } from './credentials.ts';
import { openDatabase } from './database.ts';
import { journalOf } from './journal.ts';
import { serve, type Desk } from './serve.ts';
import { storeOf } from './store.ts';
import { switchboard } from './switches.ts';

export interface PolicyAdminOptions {
  /** Path of the SQLite file. If it does not exist, it is created and seeded. */
  readonly file: string;
  /** Port to listen on. @default 0, any free port */
  readonly port?: number;
  readonly host: '127.0.0.1';
  readonly credentials: Credentials;
  readonly now?: () => Date;
}

export interface PolicyAdmin {
  readonly url: string;
  readonly close: () => Promise<void>;
}

const send = (response: ServerResponse, { status, headers, body }: AdminAnswer): void => {
  response.writeHead(status, status === 304 ? headers : { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
};

const handlerOf = (desk: Desk, credentials: Credentials) => {
  const credentialOf = credentialReader(credentials);
  return async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const request = await arrived(message);
    if (request === undefined) {
      return send(
        response,
        withHeaders(
          { connection: 'close' },
          problemAnswer(413, 'too_large', 'The body has more than 64 KB. Send at most 64 KB.'),
        ),
      );
    }
    const credential = credentialOf(request.header('authorization'));
    const served = request.path.startsWith('/_')
      ? admin(request, credential, desk)
      : await serve(request, credential, desk);
    if (served === 'reset') message.socket.destroy();
    else if (served !== 'hang') send(response, served);
  };
};

/**
 * Starts the policy administration of a motor insurer, as far as the demo needs one. Like a real system of record, it
 * has its own versions, credentials and idempotency. Rejects if the port is taken or the file cannot be used.
 */
export const startPolicyAdmin = async (options: PolicyAdminOptions): Promise<PolicyAdmin> => {
  const database = openDatabase(options.file);
  try {
    const closing = new AbortController();
    const store = storeOf(database);
    const changes = changesOf(database);
    const journal = journalOf(database, changes);
    const switches = switchboard();
    const now = options.now ?? ((): Date => new Date());
    const desk = { database, store, changes, journal, switches, now, closing: closing.signal };
    const handle = handlerOf(desk, options.credentials);
    const server = createServer((message, response) => {
      // If anything fails here, for example because the caller or the server has gone, the connection is closed.
      handle(message, response).catch(() => message.socket.destroy());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(options.port ?? 0, options.host, resolve);
    });
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const close = async (): Promise<void> => {
      closing.abort();
      const closed = new Promise((resolve) => void server.close(resolve));
      server.closeAllConnections();
      await closed;
      database.close();
    };
    return { url: `http://${options.host}:${port}`, close };
  } catch (error) {
    database.close();
    throw error;
  }
};
