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
/** An assumption: the time that DynamoDB takes for a page of 1 MB. */
const pageMillis = 150;
/**
 * In megabytes. The child process has a small heap, so that garbage does not pile up as it would in all of a function's
 * memory.
 */
const heap = '--max-heap-size=192';
const rounds = 5;

/** Sums by two members over a rolling year of objects of about 1 KB, read from pages over HTTP as the function reads them. */
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

/** Bundles the child like a function, so that its memory holds no type stripping and no module search. */
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
    if (told.count < objects * 0.99) throw new Error(`measured ${told.count} objects`);
    seconds.push(told.seconds);
    megabytes.push(told.megabytes);
  }
  const bound = (times: number): number => (Math.ceil((pages * times) / shardsAtOnce) * pageMillis) / 1000;
  const table = 'the time of DynamoDB for a page: see the bound';
  const computed = `computed, not measured: pages of 1 MB, ${shardsAtOnce} shards at once, ${pageMillis} ms a page`;
  return [
    figure('aggregation.100k.seconds', median(seconds.toSorted((a, b) => a - b)), {
      unit: 's',
      goal: 3,
      leavesOut: table,
    }),
    figure('aggregation.100k.megabytes', Math.max(...megabytes), {
      unit: 'MB',
      goal: 256,
      leavesOut: 'the other patterns',
    }),
    figure('aggregation.100k.dynamodb.bound', bound(1), { unit: 's', goal: 3, leavesOut: computed }),
    figure('aggregation.most.dynamodb.bound', bound(aggregationLimits.objects / objects), {
      unit: 's',
      goal: 24,
      leavesOut: `${computed}; of as many objects as a tool may expect`,
    }),
  ];
}
