import { dynamoClient } from '../adapters/aws/client.ts';
import { DynamoDatabase } from '../adapters/aws/dynamo-database.ts';
import { objects } from '../adapters/tables/objects.ts';
import { canonicalJson } from '../contract/values/canonical.ts';
import { aggregation } from '../patterns/aggregation/pattern.ts';
import { settings } from '../test/patterns/aggregation/measured.ts';
import { factsOf } from '../test/patterns/facts.ts';

const [endpoint = ''] = process.argv.slice(2);
const credentials = { accessKeyId: 'bench', secretAccessKey: 'bench' };
const client = dynamoClient({ endpoint, region: 'us-east-1', credentials });

const started = performance.now();
const { result } = await aggregation.execute({
  args: {
    objects: { type: 'Claim' },
    window: { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone: 'Europe/Istanbul' },
    op: { kind: 'sum', of: '/reserve/amount' },
    groupBy: ['/city', '/cause'],
  },
  refs: {},
  ports: { objects: objects(new DynamoDatabase(client, (store) => store)) },
  settings,
  call: factsOf({ atMillis: Date.parse('2026-01-01T00:00:00Z'), deadlineAt: Number.POSITIVE_INFINITY }),
});
canonicalJson(result);
const seconds = (performance.now() - started) / 1000;
const megabytes = process.resourceUsage().maxRSS / 1024;
process.stdout.write(JSON.stringify({ seconds, megabytes, count: result.objectSet.count }));
