import { linkSync, mkdirSync, readFileSync, rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalFailure } from './failure.ts';
import { localFolder } from './paths.ts';
import { processStart } from './processes.ts';

export const lockName = 'start.lock';

/**
 * Runs work that changes the demo while no other process does. Two starts would deploy over each other, and a stop
 * would end a cloud that another command uses. A lock whose process has ended is ignored.
 * @throws {LocalFailure} that names the process at work; nothing was done
 */
export async function alone<T>(work: () => Promise<T>, folder = localFolder): Promise<T> {
  const unlock = lock(folder);
  try {
    return await work();
  } finally {
    unlock();
  }
}

function lock(folder: string): () => void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, lockName);
  const own = `${process.pid} ${processStart(process.pid) ?? ''}`;
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (put(file, own)) return () => void (read(file) === own && rmSync(file, { force: true }));
    const held = read(file);
    if (lives(held)) throw atWork(held);
    remove(file, held);
  }
  throw new LocalFailure({
    what: 'Other commands are using the demo.',
    why: 'Each of three attempts found another npm start, stop or reset in this folder.',
    next: 'Wait until they have ended, then run the command again.',
  });
}

/** Writes the lock in one step, so that no other process sees a lock without the pid of its holder. */
function put(file: string, own: string): boolean {
  const next = `${file}.${process.pid}`;
  writeFileSync(next, own, { mode: 0o600 });
  try {
    linkSync(next, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(next, { force: true });
  }
}

/** Removes the lock of an ended process. If another process has replaced it meanwhile, the new lock is put back. */
function remove(file: string, gone: string): void {
  const away = `${file}.${process.pid}.gone`;
  try {
    renameSync(file, away);
    if (read(away) !== gone) linkSync(away, file);
  } catch {
    // Another process was faster, when removing the lock or when putting its own.
  } finally {
    rmSync(away, { force: true });
  }
}

const holder = (text: string): { pid: string; start: string } => {
  const [pid = '', ...start] = text.split(' ');
  return { pid, start: start.join(' ') };
};

function lives(text: string): boolean {
  const { pid, start } = holder(text);
  return pid !== '' && processStart(Number(pid)) === start;
}

const atWork = (text: string): LocalFailure =>
  new LocalFailure({
    what: 'Another npm start, stop or reset is running in this folder.',
    why: `It is process ${holder(text).pid}. Nothing was changed.`,
    next: 'Wait until it has ended, or end it. Then run the command again.',
  });

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
