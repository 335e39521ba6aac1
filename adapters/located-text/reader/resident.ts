import { execFile } from 'node:child_process';

/** The resident size of a process; 0 of one that has ended. */
export const residentMegabytes = (pid: number | undefined): Promise<number> =>
  new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) => resolve(error ? 0 : Number(stdout) / 1024));
  });
