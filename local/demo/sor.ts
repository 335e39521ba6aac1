import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { LocalFailure } from '../cloud/failure.ts';
import { nodeBinary } from '../cloud/node-binary.ts';
import { shown } from '../cloud/paths.ts';
import { processStart } from '../cloud/processes.ts';

const sorState = z.object({
  pid: z.int().positive(),
  start: z.string().min(1),
  url: z.url(),
  credentials: z.object({ read: z.string(), write: z.string(), admin: z.string() }),
});
type SorState = z.infer<typeof sorState>;

/** Process of the demo's system of record, which runs next to a local cloud. */
export interface SorProcess {
  readonly url: string;
  readonly credentials: SorState['credentials'];
  /** Lets the process keep running after this process ends. */
  keep(): Promise<void>;
}

const stateFile = (directory: string): string => join(directory, 'policy-admin.json');
const token = (): string => randomBytes(24).toString('base64url');
const startsWithinMillis = 15_000;

function liveState(directory: string): SorState | undefined {
  try {
    const state = sorState.parse(JSON.parse(readFileSync(stateFile(directory), 'utf8')));
    return processStart(state.pid) === state.start ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the system of record that runs next to this cloud, or starts one with new credentials and a new seed. */
export async function startSor(directory: string): Promise<SorProcess> {
  const live = liveState(directory);
  if (live) return { url: live.url, credentials: live.credentials, keep: async () => {} };
  await stopSor(directory);
  const credentials = { read: token(), write: token(), admin: token() };
  const child = launch(directory, credentials);
  const url = await readyUrl(child, directory);
  const state: SorState = { pid: child.pid ?? 0, start: processStart(child.pid ?? 0) ?? '', url, credentials };
  writeFileSync(stateFile(directory), `${JSON.stringify(state)}\n`, { mode: 0o600 });
  return { url, credentials, keep: () => keep(child) };
}

function launch(directory: string, credentials: SorState['credentials']): ChildProcess {
  const log = openSync(join(directory, 'policy-admin.log'), 'w', 0o600);
  const child = spawn(nodeBinary(), [join(import.meta.dirname, 'policy-admin', 'main.ts')], {
    cwd: directory,
    detached: true,
    env: {
      POLICY_ADMIN_FILE: join(directory, 'policy-admin.sqlite'),
      POLICY_ADMIN_READ_TOKEN: credentials.read,
      POLICY_ADMIN_WRITE_TOKEN: credentials.write,
      POLICY_ADMIN_ADMIN_TOKEN: credentials.admin,
      POLICY_ADMIN_BOUND: '1',
    },
    stdio: ['pipe', 'pipe', log],
  });
  closeSync(log);
  child.on('error', () => {}); // It shows as a process that never said that it is ready.
  child.unref();
  return child;
}

const ready = z.object({ ready: z.literal(true), url: z.url() });

async function readyUrl(child: ChildProcess, directory: string): Promise<string> {
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
  const until = Date.now() + startsWithinMillis;
  while (Date.now() < until && child.exitCode === null) {
    if (said.includes('\n')) return ready.parse(JSON.parse(said)).url;
    await sleep(20);
  }
  child.kill('SIGKILL');
  throw new LocalFailure({
    what: 'The demo’s system of record did not start.',
    why: `It did not answer within ${startsWithinMillis / 1000} s. Its log is ${shown(join(directory, 'policy-admin.log'))}.`,
    next: 'Run npm run reset, then npm start.',
  });
}

const keep = (child: ChildProcess): Promise<void> =>
  new Promise((settle, fail) => {
    child.stdout?.destroy();
    child.stdin?.once('error', fail);
    child.stdin?.end('keep\n', settle);
  });

/** Ends the system of record next to this cloud, and deletes its data. @returns true if it was running */
export async function stopSor(directory: string): Promise<boolean> {
  const live = liveState(directory);
  if (live) {
    process.kill(live.pid, 'SIGTERM');
    const until = Date.now() + 5000;
    while (processStart(live.pid) === live.start) {
      if (Date.now() > until) process.kill(live.pid, 'SIGKILL');
      await sleep(20);
    }
  }
  for (const name of [
    'policy-admin.json',
    'policy-admin.sqlite',
    'policy-admin.sqlite-wal',
    'policy-admin.sqlite-shm',
  ]) {
    rmSync(join(directory, name), { force: true });
  }
  return live !== undefined;
}
