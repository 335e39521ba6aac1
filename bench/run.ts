import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { areas } from './areas.ts';
import type { Figure } from './figure.ts';

const help = `Usage: npm run bench [-- AREA…] [--check]

Measures the named areas, or all: ${Object.keys(areas).join(', ')}. It writes their figures to bench/results.json.
The figures of other areas are kept if the machine, the version of Node and the day are the same. It exits with 1 if a figure does not meet its goal.

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
const circumstances = { machine, node: process.versions.node, date: new Date().toISOString().slice(0, 10) };
const file = join(import.meta.dirname, 'results.json');
if (!values.check) {
  const all = positionals.length === 0 ? figures : await withOthers(figures);
  await writeFile(file, `${JSON.stringify({ ...circumstances, figures: all }, undefined, 2)}\n`);
}
if (figures.some(({ met }) => !met)) process.exitCode = 1;

/**
 * Replaces the figures of the measured areas.
 * @throws Error if the other figures were measured in other circumstances
 */
async function withOthers(measured: readonly Figure[]): Promise<readonly Figure[]> {
  const { figures: before, ...then } = JSON.parse(await readFile(file, 'utf8')) as { figures: readonly Figure[] };
  if (JSON.stringify(then) !== JSON.stringify(circumstances))
    throw new Error('bench/results.json is of another machine, Node or day. Measure all areas, or use --check');
  const areaOf = ({ name }: Figure): string | undefined =>
    Object.keys(areas).findLast((area) => name.startsWith(`${area}.`));
  const replaced = new Set(measured.map(areaOf));
  return Object.keys(areas).flatMap((area) =>
    (replaced.has(area) ? measured : before).filter((one) => areaOf(one) === area),
  );
}
