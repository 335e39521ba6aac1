import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import type { ApiAnswer } from '../../local/demo/api-client.ts';
import { response } from '../../patterns/aggregation/schema.ts';
import { ask } from './support/ask.ts';
import { dispatch, newKey, openRun, pathOf, purpose, type Run } from './support/run.ts';
import { answered, refused } from './support/shapes.ts';

const file = join(import.meta.dirname, '..', '..', 'tenants', 'demo', 'objects', 'claims.ndjson');
const claim = z.object({
  claimId: z.string(),
  city: z.string(),
  cause: z.string(),
  lossDate: z.string(),
  reserve: z.object({ amount: z.string().regex(/^\d+\.\d{2}$/) }),
});
const claims = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => claim.parse(JSON.parse(line)));

const metric = z.object({
  result: response,
  receipt: z.object({ pins: z.record(z.string(), z.string()), markings: z.array(z.string()) }),
});
const [from, to] = ['2026-01-01', '2026-07-01'];
const args = {
  objects: { type: 'Claim' },
  window: { kind: 'absolute', at: '/lossDate', from, to, zone: 'Europe/Istanbul' },
  op: { kind: 'sum', of: '/reserve/amount' },
  groupBy: ['/city', '/cause'],
};
const expose = (run: Run, more: object = {}, key?: string): Promise<ApiAnswer> =>
  dispatch(run, 'tool.claims.exposure', { body: { ...args, ...more }, key });

/** The exact sums of the reserves by city and cause, in kuruş, which is 1/100 lira. */
const kurus = new Map<string, bigint>();
for (const { city, cause, reserve } of claims.filter((one) => one.lossDate >= from && one.lossDate < to)) {
  const key = `${city}/${cause}`;
  kurus.set(key, (kurus.get(key) ?? 0n) + BigInt(reserve.amount.replace('.', '')));
}

it('The exposure tool returns, for each city and cause, the exact sum in kuruş of the imported claims of half a year', async () => {
  const { result, receipt } = answered(await expose(await openRun()), metric);
  const measured = result.groups.map((group) => {
    const [whole = '', digits = ''] = group.status === 'measured' ? group.value.split('.') : [];
    return [group.key.map(({ value }) => value).join('/'), BigInt(whole + digits.padEnd(2, '0'))];
  });
  expect(measured.length).toBeGreaterThan(20);
  expect(new Map(measured as [string, bigint][])).toEqual(kurus);
  expect(receipt.pins).toMatchObject({
    window: '2025-12-31T21:00:00Z/2026-06-30T21:00:00Z',
    objectSet: result.objectSet.hash,
  });
  expect(receipt.markings).toEqual(['pii.low']);
});

it('A window of a rolling year ends at the time of the call, and a replay under the same key keeps the window of the first call', async () => {
  const run = await openRun();
  const rolling = { window: { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone: 'Europe/Istanbul' } };
  const key = newKey();
  const first = await expose(run, rolling, key);
  const { window } = answered(first, metric).result;
  const later = answered(await expose(run, rolling), metric).result.window;
  expect(Date.parse(later.to)).toBeGreaterThan(Date.parse(window.to));
  const again = await expose(run, rolling, key);
  expect([again.text, again.replayed]).toEqual([first.text, true]);
});

it('A caller without permission gets 403, and a sum of a property that the signature does not list is refused with arguments.invalid', async () => {
  const intern = await ask('intern-agent', {
    method: 'POST',
    path: pathOf('tool.claims.exposure'),
    headers: { 'purpose-of-use': purpose },
    body: args,
  });
  expect(refused(intern).status).toBe(403);
  const other = await expose(await openRun(), { op: { kind: 'sum', of: '/estimate/amount' } });
  expect(refused(other)).toMatchObject({ status: 400, code: 'arguments.invalid' });
});
