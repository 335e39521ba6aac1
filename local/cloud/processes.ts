import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

interface Seen {
  readonly pid: number;
  readonly group: number;
  /** Start time as the system gives it. Together with the pid it identifies a process for ever. */
  readonly start: string;
  readonly command: string;
}

const linux = (pid: number): Seen | undefined => {
  try {
    // The name is in brackets and may have any character, so the fields after it are read from the last bracket on
    // (proc_pid_stat(5)).
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [state, , group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid, group: Number(group), start: rest[16] ?? '', command };
  } catch {
    return undefined; // It ended while we looked.
  }
};

const ps = (): Seen[] =>
  spawnSync('ps', ['-A', '-o', 'pid=,pgid=,stat=,lstart=,command='], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], LC_ALL: 'C' },
  })
    .stdout.split('\n')
    .flatMap((line) => {
      const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
      if (found === null || found[3]?.startsWith('Z')) return [];
      return [{ pid: Number(found[1]), group: Number(found[2]), start: found[4] ?? '', command: found[5] ?? '' }];
    });

const processes = (): Seen[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .filter((entry) => /^\d+$/.test(entry))
        .flatMap((entry) => linux(Number(entry)) ?? [])
    : ps();

/** Returns the start time of a process. Undefined if the process does not run. A zombie process counts as ended. */
export const processStart = (pid: number): string | undefined =>
  process.platform === 'linux' ? linux(pid)?.start : ps().find((seen) => seen.pid === pid)?.start;

/** Returns the running processes of a process group. */
export const groupMembers = (group: number): Seen[] => processes().filter((seen) => seen.group === group);
