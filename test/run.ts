import { spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * This script is `npm test`. Without arguments it runs the unit tests and the end-to-end tests at the same time, because the
 * latter mostly wait for their deployment. With arguments it runs vitest once, with these arguments.
 */
const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
const projects = ['unit', 'e2e'] as const;

interface Ended {
  readonly code: number;
  readonly output: string;
}

/** Runs vitest. The output is shown at once if `live` is true; otherwise it is only returned. */
function run(args: readonly string[], live: boolean): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [vitest, 'run', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const read = (text: string): void => {
      output += text;
      if (live) process.stdout.write(text);
    };
    child.stdout.setEncoding('utf8').on('data', read);
    child.stderr.setEncoding('utf8').on('data', read);
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

const closing = /^(\d+) passed, (\d+) failed, (\d+) skipped$/m;

async function everything(): Promise<number> {
  const [unit, e2e] = await Promise.all(projects.map((project) => run(['--project', project], project === 'unit')));
  process.stdout.write(e2e?.output ?? '');
  const ended = [unit, e2e].map((one) => ({ code: one?.code ?? 1, told: closing.exec(one?.output ?? '') }));
  const total = (group: number): number => ended.reduce((sum, { told }) => sum + Number(told?.[group] ?? 0), 0);
  process.stdout.write(`\n${total(1)} passed, ${total(2)} failed, ${total(3)} skipped\n`);
  // A run that ended without its closing line has run no test.
  return ended.every(({ code, told }) => code === 0 && told !== null) ? 0 : 1;
}

const args = process.argv.slice(2);
process.exitCode = args.length === 0 ? await everything() : (await run(args, true)).code;
