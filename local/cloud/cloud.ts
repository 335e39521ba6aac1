import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { exchangeOnLoopback } from './aws-request.ts';
import { type CloudState, liveState, logOf, stopCloud, writeState } from './cloud-state.ts';
import { emulatorEnvironment, region } from './environment.ts';
import { LocalFailure } from './failure.ts';
import { requireLocalAccount } from './local-account.ts';
import { localFolder, projectRoot, shown } from './paths.ts';
import { processStart } from './processes.ts';
import { newRootSecret, type RootAccess, rootCredentials } from './root-access.ts';
import { virtualEnvironment } from './python.ts';

/** Running local cloud, with the address of all services (`http://127.0.0.1:PORT`) and the credentials of its root. */
export interface Cloud extends RootAccess {
  /** Absolute path of the instance's folder. */
  readonly directory: string;
  readonly region: string;
  readonly pid: number;
  /** True if the instance was already running. Then it ends with the process that started it, not with this one. */
  readonly reused: boolean;
  /**
   * Lets the instance keep running after this process ends. If this method is not called, the instance ends with this
   * process.
   */
  keep(): Promise<void>;
  /** Ends the instance with its Lambda workers, and deletes its state. */
  stop(): Promise<void>;
}

const startsWithinMillis = 60_000;

/** Returns the given port, or any free one. Undefined if the given port is taken. */
const freePort = (port = 0): Promise<number | undefined> =>
  new Promise((settle) => {
    const server = createServer();
    server.on('error', () => settle(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => settle(typeof address === 'object' && address !== null ? address.port : undefined));
    });
  });

const answers = async (port: number): Promise<boolean> => {
  try {
    const url = new URL(`http://127.0.0.1:${port}/_ministack/health`);
    return (await exchangeOnLoopback(url, { method: 'GET', timeoutMillis: 2000 })).status === 200;
  } catch {
    return false;
  }
};

/** Waits for the instance. @returns true if it answers before it ends and before the time is up */
const ready = async (state: CloudState): Promise<boolean> => {
  const until = Date.now() + startsWithinMillis;
  while (Date.now() < until && processStart(state.pid) === state.start) {
    if (await answers(state.port)) return true;
    await sleep(50);
  }
  return false;
};

const lastWords = (directory: string): string => {
  const lines = readFileSync(join(directory, 'cloud.log'), 'utf8').trim().split('\n');
  return lines.at(-1) || 'It printed nothing';
};

/** State of an instance whose root secret is known. */
type OpenState = CloudState & { readonly rootSecret: string };

const accessTo = ({ port, rootSecret }: OpenState): RootAccess => ({
  endpoint: `http://127.0.0.1:${port}`,
  credentials: rootCredentials(rootSecret),
});

const cloudOf = (directory: string, state: OpenState, child?: ChildProcess): Cloud => ({
  directory,
  ...accessTo(state),
  region,
  pid: state.pid,
  reused: child === undefined,
  keep: () =>
    new Promise((settle, fail) => {
      if (child?.stdin === null || child === undefined) return settle();
      child.stdin.once('error', fail);
      child.stdin.end('keep\n', settle);
    }),
  stop: async () => {
    await stopCloud(directory);
  },
});

/** Starts the emulator. It reads its root secret from standard input, so that no list of processes shows the secret. */
const launch = (
  directory: string,
  { python, port, rootSecret }: Pick<OpenState, 'python' | 'port' | 'rootSecret'>,
): ChildProcess => {
  const log = openSync(join(directory, 'cloud.log'), 'w', 0o600);
  // The process gets a group of its own, so that the whole group can be ended and Ctrl-C does not reach it.
  const child = spawn(python, [join(import.meta.dirname, 'launcher.py')], {
    cwd: directory,
    detached: true,
    env: emulatorEnvironment(directory, port),
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  child.on('error', () => {}); // A process that could not start is noticed below.
  child.stdin?.on('error', () => {});
  child.stdin?.write(`${rootSecret}\n`);
  child.unref();
  return child;
};

const reuse = async (directory: string, state: OpenState, gatewayPort: number | undefined): Promise<Cloud> => {
  if (gatewayPort !== undefined && gatewayPort !== state.port) {
    throw new LocalFailure({
      what: `The local cloud cannot start on port ${gatewayPort}.`,
      why: `It is already running on port ${state.port} (process ${state.pid}, ${shown(directory)}).`,
      next: 'Run npm stop first, or use the port on which it runs.',
    });
  }
  if (await ready(state)) return cloudOf(directory, state);
  throw new LocalFailure({
    what: 'The local cloud is running but does not answer.',
    why: `Process ${state.pid} does not answer on port ${state.port}. Its log is ${logOf(directory)}.`,
    next: 'Run npm stop, then npm start.',
  });
};

/**
 * Starts a local cloud in a folder below `.local/`, or returns the one that already runs there. Each folder has its own
 * instance.
 * @param directory relative to the project, such as `.local/cloud`
 * @param gatewayPort the port to use; by default any free one
 * @throws {LocalFailure} if Python is missing, the port is taken, the instance does not start, or another program
 * answers
 */
export const startCloud = async (options: { directory: string; gatewayPort?: number }): Promise<Cloud> => {
  const directory = resolve(projectRoot, options.directory);
  if (!directory.startsWith(join(localFolder, '/'))) throw new RangeError(`${directory} is not below ${localFolder}`);
  const python = await virtualEnvironment('cloud', join(import.meta.dirname, 'requirements.txt'));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // mkdir does not change the mode of a folder that an earlier build made.
  chmodSync(directory, 0o700);

  // Another program may take the free port first, or another process may start in the same folder. So the start is
  // tried up to three times.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const live = liveState(directory);
    if (live?.python === python && live.rootSecret !== undefined) {
      const { rootSecret } = live;
      const cloud = await reuse(directory, { ...live, rootSecret }, options.gatewayPort);
      await requireLocalAccount(cloud);
      return cloud;
    }
    await stopCloud(directory);
    const port = await freePort(options.gatewayPort);
    if (port === undefined) {
      throw new LocalFailure({
        what: `The local cloud cannot use port ${options.gatewayPort}.`,
        why: 'Another program is listening on it.',
        next: 'Stop that program, or choose another port.',
      });
    }
    const rootSecret = newRootSecret();
    const child = launch(directory, { python, port, rootSecret });
    const start = child.pid === undefined ? undefined : processStart(child.pid);
    if (child.pid === undefined || start === undefined) continue;
    const state = { pid: child.pid, start, port, python, rootSecret };
    if (!writeState(directory, state)) {
      child.kill('SIGKILL');
      continue;
    }
    if (await ready(state)) {
      await requireLocalAccount(accessTo(state));
      return cloudOf(directory, state, child);
    }
    const why = lastWords(directory);
    await stopCloud(directory);
    if (attempt === 3 || options.gatewayPort !== undefined) {
      throw new LocalFailure({
        what: 'The local cloud did not start.',
        why: `${why} (${logOf(directory)})`,
        next: 'Run npm run reset, then npm start.',
      });
    }
  }
  throw new LocalFailure({
    what: 'The local cloud did not start.',
    why: 'Its process ended three times right after the start.',
    next: 'Run npm run reset, then npm start.',
  });
};
