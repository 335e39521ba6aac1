import { execFile } from 'node:child_process';

/** Returns the resident memory of a process in MB, or 0 if it has ended. */
export const residentMegabytes = (pid: number | undefined): Promise<number> =>
  new Promise((resolve) => {
    execFile('ps', ['-o', 'rss=', '-p', String(pid)], (error, stdout) => resolve(error ? 0 : Number(stdout) / 1024));
  });
