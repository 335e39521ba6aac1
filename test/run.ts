import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * This script is `npm test`. Without arguments it runs the unit tests and the end-to-end tests at the same time, because the
 * latter mostly wait for their deployment. With arguments it runs vitest once, with these arguments.
 */
const vitest = join(import.meta.dirname, '..', 'node_modules', 'vitest', 'vitest.mjs');
const halves = [
  ['--project', 'unit', '--project', 'steps'],
  ['--project', 'e2e'],
] as const;

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
  const [unit, e2e] = await Promise.all(halves.map((half, i) => run(half, i === 0)));
  process.stdout.write(e2e?.output ?? '');
  const ended = [unit, e2e].map((one) => ({ code: one?.code ?? 1, told: closing.exec(one?.output ?? '') }));
  const total = (group: number): number => ended.reduce((sum, { told }) => sum + Number(told?.[group] ?? 0), 0);
  process.stdout.write(`\n${total(1)} passed, ${total(2)} failed, ${total(3)} skipped\n${processorTime()}`);
  // A run that ended without its closing line has run no test.
  return ended.every(({ code, told }) => code === 0 && told !== null) ? 0 : 1;
}

/** Clock ticks a second in `/proc`, the same on every Linux. */
const ticks = 100;

/**
 * Returns one line with the processor time of this process and of all processes that it started and that have ended, as
 * Linux counts it (proc_pid_stat(5): utime, stime, cutime, cstime). Other systems do not have the file and get no line.
 */
function processorTime(): string {
  if (!existsSync('/proc/self/stat')) return '';
  const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1) ?? '';
  const [user = 0, system = 0, ofUser = 0, ofSystem = 0] = afterName.split(' ').slice(11, 15).map(Number);
  const seconds = (count: number): string => (count / ticks).toFixed(0);
  const all = seconds(user + system + ofUser + ofSystem);
  return `${all} s of processor time: ${seconds(user + ofUser)} s user, ${seconds(system + ofSystem)} s system\n`;
}

const args = process.argv.slice(2);
process.exitCode = args.length === 0 ? await everything() : (await run(args, true)).code;
