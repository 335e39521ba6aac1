import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { aggregationLimits } from '../patterns/aggregation/limits.ts';
import { figure, type Area } from './figure.ts';

const objects = 100_000;
/** DynamoDB ends a page at 1 MB; that many shards are read at once, and a page takes so long (an assumption: 150 ms). */
const [pageBytes, shardsAtOnce, pageMillis] = [1024 * 1024, 4, 150];

/** Sums by two members over a rolling year of objects of about 1 KB, read as the table hands them out. */
export const aggregation: Area = {
  name: 'aggregation',
  async measure() {
    // A process of its own, whose heap is bounded as that of a function is: garbage is not left lying about.
    const child = join(import.meta.dirname, 'aggregation-child.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--max-old-space-size=128',
      child,
      String(objects),
    ]);
    const { seconds, megabytes, bytes } = JSON.parse(stdout) as Record<'seconds' | 'megabytes' | 'bytes', number>;
    const bound = (count: number): number =>
      (Math.ceil((count * bytes) / pageBytes / shardsAtOnce) * pageMillis) / 1000;
    const dynamo = 'the network; the table takes its own time: see the bound';
    return [
      figure('aggregation.100k.seconds', seconds, { unit: 's', goal: 3, leavesOut: dynamo }),
      figure('aggregation.100k.megabytes', megabytes, { unit: 'MB', goal: 256, leavesOut: 'the SDK of AWS' }),
      figure('aggregation.100k.dynamodb.bound', bound(objects), {
        unit: 's',
        goal: 24,
        leavesOut: 'computed, not measured: pages of 1 MB, four shards at once, 150 ms a page',
      }),
      figure('aggregation.most.dynamodb.bound', bound(aggregationLimits.objects), {
        unit: 's',
        goal: 24,
        leavesOut: 'computed like the one above, of as many objects as a tool may expect',
      }),
    ];
  },
};
