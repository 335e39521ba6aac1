import { join } from 'node:path';
import { beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { contentClient, dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import { s3Content } from '../../../adapters/aws/s3-content.ts';
import { s3Exports } from '../../../adapters/aws/s3-exports.ts';
import { importInto } from '../../../bin/commands/objects.ts';
import { exportFrom } from '../../../bin/objects/export-from.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';
import { response } from '../../../patterns/aggregation/schema.ts';
import { answered, refused } from '../support/shapes.ts';
import { until } from '../support/until.ts';
import { dispatch, newKey } from './call.ts';
import { deployTimeoutMillis, variants } from './deployment.ts';
import { folder, tenant } from './promoted.ts';

const who = 'exposure-agent';
const file = join(projectRoot, 'tenants', 'demo', 'objects', 'claims.ndjson');
const metric = z.object({
  result: response,
  exceptions: z.array(z.unknown()),
  receipt: z.object({ pins: z.record(z.string(), z.string()), markings: z.array(z.string()) }),
});
const sum = { kind: 'sum', of: '/reserve/amount' };
const half = { kind: 'absolute', at: '/lossDate', from: '2026-01-01', to: '2026-07-01', zone: 'Europe/Istanbul' };
const argumentsFor = (op: object, more: object = {}) => ({ objects: { type: 'Claim' }, window: half, op, ...more });

const ofTable = (body: object) => dispatch({ tool: 'aggregation/tool.claims.exposure', body, who });
const measureExport = (body: object, key?: string) =>
  dispatch({ tool: 'aggregation-athena/tool.claims.portfolio', body, who, ...(key === undefined ? {} : { key }) });

/**
 * Runs `logic-plane objects import` or `objects export` with the credentials of the account's root.
 *
 * @returns the output of the command
 */
async function runCommand(
  verb: 'import' | 'export',
  operands: string[],
  options: Record<string, string>,
): Promise<string> {
  const { endpoint, region, credentials } = inject('deployment').demo;
  const { outputs } = await variants();
  const elsewhere = { endpoint, region, credentials };
  const [client, bucket] = [contentClient(elsewhere), () => outputs.data.ContentBucket];
  const stores = async () => ({
    database: new DynamoDatabase(dynamoClient(elsewhere), (store) => outputs.data.Tables[store] ?? ''),
    content: s3Content(client, bucket),
    exports: s3Exports(client, bucket),
  });
  const command = verb === 'import' ? importInto(stores) : exportFrom(stores);
  let output = '';
  const say = (text: string): void => void (output += text);
  const given = { operands, options, tenant, tenantsDir: join(folder, 'tenants'), json: true };
  expect([await command.run(given, { out: say, err: say, color: false }), output]).toEqual([0, expect.any(String)]);
  return output;
}

const exported = z.object({ snapshot: z.string(), asOf: z.string(), objects: z.number() });

/** Exports the claims, and waits until the function uses the new snapshot, because it caches the head for five seconds. */
async function exportClaims(): Promise<z.infer<typeof exported>> {
  const made = exported.parse(JSON.parse(await runCommand('export', ['Claim'], {})));
  await until('the snapshot is asked', async () => {
    const seen = metric.safeParse((await measureExport(argumentsFor({ kind: 'count' }))).body);
    return seen.data?.receipt.pins['export.Claim'] === made.snapshot ? seen : undefined;
  });
  return made;
}

beforeAll(async () => {
  await variants();
}, deployTimeoutMillis);

it('Before the first export, a call is refused with objects.unexported', async () => {
  expect(refused(await measureExport(argumentsFor(sum)))).toMatchObject({ status: 409, code: 'objects.unexported' });
});

it('Both engines of the aggregation return the same answers about the imported and exported claims', async () => {
  await runCommand('import', [file], { type: 'Claim' });
  const made = await exportClaims();
  expect(made.objects).toBeGreaterThan(500);
  const groupBy = ['/city', '/cause'];
  const open = { type: 'Claim', where: [{ at: '/status', equals: 'open' }] };
  for (const body of [
    argumentsFor(sum, { groupBy }),
    argumentsFor({ kind: 'count' }, { objects: open }),
    argumentsFor(
      { kind: 'mean', of: '/reserve/amount', rounding: { scale: 2, mode: 'half-even' } },
      { groupBy: ['/cause'] },
    ),
    argumentsFor(
      { kind: 'percentile', of: '/reserve/amount', percent: '90', method: 'nearest-rank' },
      { groupBy: ['/cause'] },
    ),
    argumentsFor({ kind: 'max', of: '/reserve/amount' }, { window: { ...half, from: '1999-01-01', to: '1999-02-01' } }),
  ]) {
    const [table, other] = [answered(await ofTable(body), metric), answered(await measureExport(body), metric)];
    expect(JSON.stringify(other.result)).toBe(JSON.stringify(table.result));
    expect([other.exceptions, other.receipt.markings]).toEqual([table.exceptions, table.receipt.markings]);
    expect(other.receipt.pins).toMatchObject({
      window: table.receipt.pins['window'],
      objectSet: table.receipt.pins['objectSet'],
      'export.Claim': made.snapshot,
      'export.Claim.asOf': made.asOf,
    });
  }
});

it('After a newer snapshot is in force, a replay under a key still returns the first answer', async () => {
  const key = newKey();
  const first = await measureExport(argumentsFor(sum), key);
  await exportClaims();
  const again = await measureExport(argumentsFor(sum), key);
  expect([again.status, again.body, again.replayed]).toEqual([200, first.body, true]);
});
