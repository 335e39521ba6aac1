import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { shardsAtOnce } from '../adapters/tables/objects.ts';
import { aggregationLimits } from '../patterns/aggregation/limits.ts';
import { claims, objectOf } from './claims.ts';
import { figure, type Area, type Figure } from './figure.ts';
import { objectTable, type ObjectTable } from './object-table.ts';
import { median } from './timing.ts';

const objects = 100_000;
/** Assumed time in which DynamoDB answers a page of 1 MB. */
const pageMillis = 150;
/**
 * Heap limit of the child process in megabytes. It is small so that garbage is collected early, as in a function with
 * little memory.
 */
const heap = '--max-heap-size=192';
const rounds = 5;

/**
 * Area: sums by two members over a rolling year of objects of about 1 KB, read in pages over HTTP as the function reads
 * them.
 */
export const aggregation: Area = {
  name: 'aggregation',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'logic-plane-bench-'));
    const table = await objectTable(claims(objects).map(objectOf));
    try {
      return await measured(await bundled(folder), table);
    } finally {
      await table.close();
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/**
 * Bundles the child process like a function, so that its memory has neither the TypeScript loader nor a module search.
 */
async function bundled(folder: string): Promise<string> {
  const outfile = join(folder, 'aggregation-child.mjs');
  const require = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({
    entryPoints: [join(import.meta.dirname, 'aggregation-child.ts')],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    banner: { js: require },
  });
  return outfile;
}

async function measured(child: string, { endpoint, pages }: ObjectTable): Promise<readonly Figure[]> {
  const seconds: number[] = [];
  const megabytes: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, [heap, child, endpoint]);
    const told = JSON.parse(stdout) as Record<'seconds' | 'megabytes' | 'count', number>;
    if (told.count < objects * 0.99) throw new Error(`the child process read ${told.count} of ${objects} objects`);
    seconds.push(told.seconds);
    megabytes.push(told.megabytes);
  }
  const bound = (times: number): number => (Math.ceil((pages * times) / shardsAtOnce) * pageMillis) / 1000;
  const table = 'the time that DynamoDB takes for each page, which aggregation.100k.dynamodb.bound estimates';
  const computed = `everything else. The value is computed, not measured: pages of 1 MB, ${shardsAtOnce} shards at the same time, ${pageMillis} ms for each page`;
  return [
    figure('aggregation.100k.seconds', median(seconds.toSorted((a, b) => a - b)), {
      unit: 's',
      goal: 3,
      leavesOut: table,
    }),
    figure('aggregation.100k.megabytes', Math.max(...megabytes), {
      unit: 'MB',
      goal: 256,
      leavesOut: 'the memory of the rest of the function',
    }),
    figure('aggregation.100k.dynamodb.bound', bound(1), { unit: 's', goal: 3, leavesOut: computed }),
    figure('aggregation.most.dynamodb.bound', bound(aggregationLimits.objects / objects), {
      unit: 's',
      goal: 24,
      leavesOut: `${computed}. It is for the greatest number of objects that a tool may expect`,
    }),
  ];
}
