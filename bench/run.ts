import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { areas } from './areas.ts';
import type { Figure } from './figure.ts';

const help = `Usage: npm run bench [-- AREA…] [--check]

Measures the named areas, or all: ${Object.keys(areas).join(', ')}. If all are measured, it writes bench/results.json.
It exits with 1 if a figure does not meet its goal.

  --check  do not write bench/results.json
  --help   print this help
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
});
const unknown = positionals.find((name) => !Object.hasOwn(areas, name));
if (values.help || unknown !== undefined) {
  process.stdout.write(
    unknown === undefined ? help : `There is no area ${unknown}. Use one of the areas below.\n\n${help}`,
  );
  process.exit(unknown === undefined ? 0 : 2);
}

const figures: Figure[] = [];
for (const name of Object.keys(areas)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  const { stdout } = await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'measure.ts'), name]);
  for (const one of JSON.parse(stdout) as readonly Figure[]) {
    figures.push(one);
    const mark = one.met ? 'ok  ' : 'MISS';
    process.stdout.write(`${mark} ${one.name.padEnd(32)} ${one.value} ${one.unit} (goal < ${one.goal})\n`);
  }
}

const [processor] = cpus();
const machine = `${cpus().length} x ${processor?.model ?? 'unknown'}, ${Math.round(totalmem() / 1024 ** 3)} GB`;
const results = { machine, node: process.versions.node, date: new Date().toISOString().slice(0, 10), figures };
if (positionals.length === 0 && !values.check) {
  await writeFile(join(import.meta.dirname, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
}
if (figures.some(({ met }) => !met)) process.exitCode = 1;
