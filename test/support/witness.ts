import { createHash, createPublicKey, generateKeyPairSync, sign, verify, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isConsistent } from '../../audit-log/proof.ts';
import type { NoteKey } from '../../audit-log/signed-note.ts';

/** The latest checkpoint that the witness cosigned for a log. */
interface Seen {
  readonly size: number;
  readonly root: Buffer;
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string;
}

/**
 * A witness as https://c2sp.org/tlog-witness describes it, for logs with an Ed25519 key. It serves `add-checkpoint` below
 * `/w1` on this machine.
 */
export class TestWitness {
  readonly name = 'witness.example/w1';
  /** The statuses of its answers, in order. */
  readonly statuses: number[] = [];
  /** If this is set, it answers every request so. */
  reply: Reply | undefined;
  /** POSIX time in seconds that it signs. */
  seconds = 1_764_000_000;
  readonly #keys = generateKeyPairSync('ed25519');
  readonly #logs: ReadonlyMap<string, NoteKey>;
  readonly #seen = new Map<string, Seen>();
  readonly #server = createServer((request, response) => {
    void textOf(request).then((body) => {
      const { status, type = 'text/plain', body: answer = '' } = this.reply ?? this.#answer(request, body);
      this.statuses.push(status);
      response.writeHead(status, { 'content-type': type }).end(answer);
    });
  });

  constructor(logs: readonly NoteKey[]) {
    this.#logs = new Map(logs.map((key) => [key.name, key]));
  }

  /** Starts the server and returns the submission prefix. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/w1`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  get key(): NoteKey {
    return { name: this.name, publicKey: rawKey(this.#keys.publicKey) };
  }

  /** Forgets all logs, like a witness that lost its state. */
  forget(): void {
    this.#seen.clear();
  }

  #answer({ method, url }: IncomingMessage, body: string): Reply {
    if (method !== 'POST' || url !== '/w1/add-checkpoint') return { status: 404 };
    const [head = '', text = '', signatures = ''] = splitAt(body);
    const [oldLine = '', ...proof] = head.split('\n');
    const old = Number(/^old (0|[1-9]\d*)$/.exec(oldLine)?.[1] ?? Number.NaN);
    const [origin = '', size = '', root = ''] = text.split('\n');
    const log = this.#logs.get(origin);
    if (log === undefined) return { status: 404 };
    if (!isSigned(text, signatures, log)) return { status: 403 };
    const now = { size: Number(size), root: Buffer.from(root, 'base64') };
    if (!(old <= now.size) || proof.length > 63) return { status: 400 };
    const seen = this.#seen.get(origin) ?? { size: 0, root: Buffer.alloc(0) };
    if (old !== seen.size) return { status: 409, type: 'text/x.tlog.size', body: `${seen.size}\n` };
    if (old === now.size && !seen.root.equals(now.root)) return { status: 409 };
    const path = proof.map((line) => Buffer.from(line, 'base64'));
    if (old === 0 ? path.length > 0 : !isConsistent(seen, now, path)) return { status: 422 };
    this.#seen.set(origin, now);
    return { status: 200, body: this.#cosigned(text) };
  }

  #cosigned(text: string): string {
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(this.seconds));
    const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${this.seconds}\n${text}`), this.#keys.privateKey);
    const id = createHash('sha256').update(`${this.name}\n\u0004`).update(this.key.publicKey).digest().subarray(0, 4);
    return `\u2014 ${this.name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
  }
}

/** Splits a body into the part before the first empty line, the text of the checkpoint, and its signature lines. */
function splitAt(body: string): readonly string[] {
  const first = body.indexOf('\n\n');
  const second = body.indexOf('\n\n', first + 2);
  return [body.slice(0, first), body.slice(first + 2, second + 1), body.slice(second + 2)];
}

function isSigned(text: string, signatures: string, { name, publicKey }: NoteKey): boolean {
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), publicKey]);
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return signatures.split('\n').some((line) => {
    const [dash, signer, encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    return dash === '\u2014' && signer === name && verify(null, Buffer.from(text), key, bytes.subarray(4));
  });
}

const rawKey = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' }).subarray(-32);

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
