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
import { virtualEnvironment } from './python.ts';

/** A local cloud that answers. */
export interface Cloud {
  /** Its folder, absolute. */
  readonly directory: string;
  /** `http://127.0.0.1:PORT`, every service's. */
  readonly endpoint: string;
  readonly region: string;
  readonly pid: number;
  /** It ran already: its life is bound to whoever started it. */
  readonly reused: boolean;
  /** Lets it outlive this process; else it ends when this process does, however that ends. */
  keep(): Promise<void>;
  /** Ends it, its Lambda workers too, and forgets its state. */
  stop(): Promise<void>;
}

const startsWithinMillis = 60_000;

/** The port that was asked for, or any free one; undefined where it is taken. */
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

/** @returns whether the instance answers before it ends or the time is up */
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
  return lines.at(-1) || 'it printed nothing';
};

const cloudOf = (directory: string, state: CloudState, child?: ChildProcess): Cloud => ({
  directory,
  endpoint: `http://127.0.0.1:${state.port}`,
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

const launch = (directory: string, python: string, port: number): ChildProcess => {
  const log = openSync(join(directory, 'cloud.log'), 'w', 0o600);
  // Detached: a process group of its own, so that all of it can be ended and Ctrl-C does not reach it.
  const child = spawn(python, [join(import.meta.dirname, 'launcher.py')], {
    cwd: directory,
    detached: true,
    env: emulatorEnvironment(directory, port),
    stdio: ['pipe', log, log],
  });
  closeSync(log);
  child.on('error', () => {}); // It shows as a process that never ran.
  child.unref();
  return child;
};

const reuse = async (directory: string, state: CloudState, gatewayPort: number | undefined): Promise<Cloud> => {
  if (gatewayPort !== undefined && gatewayPort !== state.port) {
    throw new LocalFailure({
      what: `The local cloud cannot start on port ${gatewayPort}.`,
      why: `It is already running on port ${state.port} (process ${state.pid}, ${shown(directory)}).`,
      next: 'Run npm stop first, or do not choose a port.',
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
 * A local cloud in a folder below `.local/`: the one that runs there, else a new one. Two folders are two clouds.
 *
 * @param directory relative to the project, like `.local/cloud`
 * @param gatewayPort a free one where it is left out
 * @throws {LocalFailure} where Python is missing, the port is taken, it does not start, or what answers is no local cloud
 */
export const startCloud = async (options: { directory: string; gatewayPort?: number }): Promise<Cloud> => {
  const directory = resolve(projectRoot, options.directory);
  if (!directory.startsWith(join(localFolder, '/'))) throw new RangeError(`${directory} is not below ${localFolder}`);
  const python = await virtualEnvironment('cloud', join(import.meta.dirname, 'requirements.txt'));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  // One that an earlier build made keeps the mode that it had.
  chmodSync(directory, 0o700);

  // A free port may be taken before the cloud binds it, and another process may start the same folder: look again.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const live = liveState(directory);
    if (live?.python === python) {
      const cloud = await reuse(directory, live, options.gatewayPort);
      await requireLocalAccount(cloud.endpoint);
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
    const child = launch(directory, python, port);
    const start = child.pid === undefined ? undefined : processStart(child.pid);
    if (child.pid === undefined || start === undefined) continue;
    const state: CloudState = { pid: child.pid, start, port, python };
    if (!writeState(directory, state)) {
      child.kill('SIGKILL');
      continue;
    }
    if (await ready(state)) {
      await requireLocalAccount(`http://127.0.0.1:${port}`);
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
