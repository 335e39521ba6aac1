import { spawn } from 'node:child_process';
import type { Environment } from './environment.ts';

export interface Ended {
  /** The exit code; 127 where the program could not be started, 128 and more where a signal ended it. */
  readonly code: number;
  /** What it printed to both streams, in order of arrival. */
  readonly output: string;
}

/** Runs a program to its end. Never throws: what went wrong is in the answer. */
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
