import { spawn } from 'node:child_process';
import type { Environment } from './environment.ts';

export interface Ended {
  /** Exit code. It is 127 if the program could not be started, and at least 128 if a signal ended it. */
  readonly code: number;
  /** Text that the program printed to both streams, in order of arrival. */
  readonly output: string;
}

/** Runs a program until it ends. It never throws; a failure is in the returned value. */
export const run = (
  program: string,
  args: readonly string[],
  options: {
    env: Environment;
    cwd?: string;
    timeoutMillis?: number;
    onLine?: (line: string) => void;
    signal?: AbortSignal;
  },
): Promise<Ended> =>
  new Promise((resolve) => {
    const { env, cwd, timeoutMillis, onLine, signal } = options;
    const child = spawn(program, args, {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
      ...(timeoutMillis === undefined ? {} : { timeout: timeoutMillis }),
      ...(signal === undefined ? {} : { signal }),
    });
    let output = '';
    let partial = '';
    const read = (text: string): void => {
      output += text;
      const lines = (partial + text).split('\n');
      partial = lines.pop() ?? '';
      for (const line of lines) onLine?.(line);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', (error) => resolve({ code: 127, output: output + error.message }));
    child.on('close', (code) => {
      if (partial !== '') onLine?.(partial);
      resolve({ code: code ?? 128, output });
    });
  });
