import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

interface Seen {
  readonly pid: number;
  readonly group: number;
  /** When it began, as the system tells it: together with the pid it names a process for good. */
  readonly start: string;
  readonly command: string;
}

const linux = (pid: number): Seen | undefined => {
  try {
    // The name stands in brackets and may hold any sign; the fields begin behind the last one (proc_pid_stat(5)).
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

/** When a process began, or undefined where it does not run (a zombie does not). */
export const processStart = (pid: number): string | undefined =>
  process.platform === 'linux' ? linux(pid)?.start : ps().find((seen) => seen.pid === pid)?.start;

/** The running processes of a group. */
export const groupMembers = (group: number): Seen[] => processes().filter((seen) => seen.group === group);
