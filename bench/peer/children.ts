import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as z from 'zod';

const ready = z.looseObject({ url: z.url() });

/**
 * Starts a program of this folder or of the demo in a process of its own, so that its processor time is in no figure. The
 * program prints `{"url":…}` as its first line, and ends when its standard input ends.
 */
export async function startChild(
  file: URL,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly url: string; readonly end: () => Promise<void> }> {
  const child = spawn(process.execPath, [file.pathname], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url: ready.parse(JSON.parse(line)).url,
    end: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
