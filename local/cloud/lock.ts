import { linkSync, mkdirSync, readFileSync, rmSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LocalFailure } from './failure.ts';
import { localFolder } from './paths.ts';
import { processStart } from './processes.ts';

export const lockName = 'start.lock';

/**
 * Runs what changes the demo alone in the folder: two starts would deploy over each other, and a stop would take the cloud
 * from under one. A lock whose holder is gone is nobody's; nobody removes another's.
 *
 * @throws {LocalFailure} naming the process that is at work there; nothing was done
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
    what: 'Another command is using the demo.',
    why: 'Other commands keep starting in this folder.',
    next: 'Wait until they have ended, then run the command again.',
  });
}

/** Whole or not at all: who looks in between sees no lock without a holder. */
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

/** Takes away the lock of one that is gone; one that another has put there meanwhile goes back. */
function remove(file: string, gone: string): void {
  const away = `${file}.${process.pid}.gone`;
  try {
    renameSync(file, away);
    if (read(away) !== gone) linkSync(away, file);
  } catch {
    // Another was quicker, in either direction.
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
    next: 'Wait until it has ended, or end it.',
  });

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
