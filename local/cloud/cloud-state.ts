import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { LocalFailure } from './failure.ts';
import { shown } from './paths.ts';
import { groupMembers, processStart } from './processes.ts';

/** Content of `state.json`, which lets other processes find a running instance and recognise it. */
const cloudState = z.object({
  pid: z.int().positive(),
  /**
   * Time at which the process started. It is needed because the system gives the pid of an ended process to a new one.
   */
  start: z.string().min(1),
  port: z.int().min(1).max(65_535),
  python: z.string().min(1),
  /** Secret of the account's root. An instance of an earlier build has none, and is replaced at the next start. */
  rootSecret: z.string().optional(),
});
export type CloudState = z.infer<typeof cloudState>;

const file = (directory: string): string => join(directory, 'state.json');

/**
 * Files and folders that an instance writes. Its log is not among them, so that it can be read after the instance has
 * ended.
 */
const written = ['tmp', 'home', 'cdk', 'state', 'objects', 'cdk.out', 'state.json'];

/** Records an instance. @returns false if another process recorded an instance first */
export const writeState = (directory: string, state: CloudState): boolean => {
  try {
    writeFileSync(file(directory), `${JSON.stringify(state)}\n`, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
};

/** Reads the recorded state, whether its process runs or not. Undefined if the file is missing or incomplete. */
const readState = (directory: string): CloudState | undefined => {
  try {
    return cloudState.parse(JSON.parse(readFileSync(file(directory), 'utf8')));
  } catch {
    return undefined;
  }
};

/** Returns the recorded instance if its process still runs. */
export const liveState = (directory: string): CloudState | undefined => {
  const state = readState(directory);
  return state !== undefined && processStart(state.pid) === state.start ? state : undefined;
};

/**
 * Returns the processes of a recorded instance. If its first process has ended, only processes count whose command
 * names the folder.
 */
const membersOf = (directory: string, { pid, start }: CloudState) => {
  const leader = processStart(pid);
  if (leader !== undefined && leader !== start) return [];
  return groupMembers(pid).filter((seen) => leader === start || seen.command.includes(directory));
};

const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process ended before we could end it.
  }
};

/** Ends the processes of an instance. @returns true if any of them was running */
const end = async (directory: string, state: CloudState): Promise<boolean> => {
  const until = Date.now() + 5000;
  for (let round = 0; ; round += 1) {
    const left = membersOf(directory, state);
    if (left.length === 0) return round > 0;
    if (Date.now() > until) {
      throw new LocalFailure({
        what: 'The local cloud could not be stopped.',
        why: `Process ${left.map(({ pid }) => pid).join(', ')} does not end.`,
        next: 'End it yourself with kill, then run the command again.',
      });
    }
    // The whole group is ended at once if all of it is ours, so that no member can start another process meanwhile.
    if (left.some(({ pid }) => pid === state.pid)) kill(-state.pid);
    else for (const { pid } of left) kill(pid);
    await sleep(20);
  }
};

/**
 * Ends the instance of a folder with its Lambda workers, and deletes its state. If nothing runs there, it does nothing.
 * It sends SIGKILL, because the instance has nothing to save.
 * @param directory an absolute path
 * @returns true if anything was running
 */
export const stopCloud = async (directory: string): Promise<boolean> => {
  const state = readState(directory);
  const ran = state !== undefined && (await end(directory, state));
  for (const name of written) rmSync(join(directory, name), { recursive: true, force: true, maxRetries: 3 });
  return ran;
};

/** Returns the path of an instance's log, as a person would type it. */
export const logOf = (directory: string): string => shown(join(directory, 'cloud.log'));
