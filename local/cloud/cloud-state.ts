import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LocalFailure } from './failure.ts';
import { shown } from './paths.ts';
import { groupMembers, processStart } from './processes.ts';

/** What an instance leaves in its folder so that another process finds it, and never takes a stranger for it. */
const cloudState = z.object({
  pid: z.int().positive(),
  /** When the process began: a pid alone is given out again. */
  start: z.string().min(1),
  port: z.int().min(1).max(65_535),
  python: z.string().min(1),
});
export type CloudState = z.infer<typeof cloudState>;

const file = (directory: string): string => join(directory, 'state.json');

/** What an instance writes; its log stays, to be read after it ended. */
const written = ['tmp', 'home', 'cdk', 'state', 'objects', 'cdk.out', 'state.json'];

/** Records an instance; false where another process recorded one first. */
export const writeState = (directory: string, state: CloudState): boolean => {
  try {
    writeFileSync(file(directory), `${JSON.stringify(state)}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
};

/** What stands recorded, whether it lives or not; undefined where there is nothing or only a part of it. */
const readState = (directory: string): CloudState | undefined => {
  try {
    return cloudState.parse(JSON.parse(readFileSync(file(directory), 'utf8')));
  } catch {
    return undefined;
  }
};

/** The recorded instance, where its process still is the one that was recorded. */
export const liveState = (directory: string): CloudState | undefined => {
  const state = readState(directory);
  return state !== undefined && processStart(state.pid) === state.start ? state : undefined;
};

/** The processes of a recorded instance. Without its leader only those that say by their command where they belong. */
const membersOf = (directory: string, { pid, start }: CloudState) => {
  const leader = processStart(pid);
  if (leader !== undefined && leader !== start) return [];
  return groupMembers(pid).filter((seen) => leader === start || seen.command.includes(directory));
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended before us.
  }
};

/** @returns whether anything ran */
const end = async (directory: string, state: CloudState): Promise<boolean> => {
  const until = Date.now() + 5000;
  for (let round = 0; ; round += 1) {
    const left = membersOf(directory, state);
    if (left.length === 0) return round > 0;
    if (Date.now() > until) {
      throw new LocalFailure({
        what: 'The local cloud could not be stopped.',
        why: `Process ${left.map(({ pid }) => pid).join(', ')} does not end.`,
        next: 'End it with kill, then run the command again.',
      });
    }
    // The group at once where it is ours as a whole: nobody in it can start another in between.
    if (left.some(({ pid }) => pid === state.pid)) kill(-state.pid);
    else for (const { pid } of left) kill(pid);
    await sleep(20);
  }
};

/**
 * Ends the instance of a folder, its Lambda workers with it, and forgets its state. Nothing there is no error. The end
 * is a SIGKILL: there is nothing to save.
 *
 * @param directory an absolute path
 * @returns whether anything ran
 */
export const stopCloud = async (directory: string): Promise<boolean> => {
  const state = readState(directory);
  const ran = state !== undefined && (await end(directory, state));
  for (const name of written) rmSync(join(directory, name), { recursive: true, force: true, maxRetries: 3 });
  return ran;
};

/** @returns a line that says where to read on */
export const logOf = (directory: string): string => shown(join(directory, 'cloud.log'));
