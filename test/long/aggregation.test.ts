import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { claims, type Claim } from '../../bench/claims.ts';
import { liveState } from '../../local/cloud/cloud-state.ts';
import { writeDemo } from '../../local/demo/demo-file.ts';
import { projectRoot } from '../../local/cloud/paths.ts';
import { groupMembers } from '../../local/cloud/processes.ts';
import { response } from '../../patterns/aggregation/schema.ts';
import { dispatch, openRun } from '../e2e/support/run.ts';
import { answered } from '../e2e/support/shapes.ts';
import { directory } from './directory.ts';

const count = 100_000;
const all = claims(count);
/** The year of the generated claims. Claims of the demo may be in it as well. */
const window = { kind: 'absolute', at: '/lossDate', from: '2025-01-01', to: '2026-01-01', zone: 'Europe/Istanbul' };
const demoClaim = z.looseObject({
  city: z.string(),
  cause: z.string(),
  lossDate: z.string(),
  reserve: z.looseObject({ amount: z.string() }),
});
const ofTheDemo = readFileSync(join(projectRoot, 'tenants', 'demo', 'objects', 'claims.ndjson'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => demoClaim.parse(JSON.parse(line)));
const inTheYear = [...all, ...ofTheDemo].filter(({ lossDate }) => lossDate.startsWith('2025-'));
const kurusOf = ({ reserve }: Pick<Claim, 'reserve'> | z.infer<typeof demoClaim>): bigint =>
  BigInt(reserve.amount.replace('.', ''));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'logic-plane-long-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the work and prints its duration. The test does not check the duration; only a call's own deadline limits it. */
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const since = performance.now();
  const done = await work();
  process.stdout.write(`${what}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
  return done;
}

async function measure(op: object, more: object = {}) {
  const run = await openRun();
  const args = { objects: { type: 'Claim' }, window, op, ...more };
  const answer = await timed(JSON.stringify(op), () => dispatch(run, 'tool.claims.exposure', { body: args }));
  return answered(answer, z.object({ result: response })).result;
}

it('The import command imports a hundred thousand claims', async () => {
  const [file, demo] = [join(folder, 'claims.ndjson'), join(folder, 'demo.json')];
  writeFileSync(file, all.map((claim) => `${JSON.stringify(claim)}\n`).join(''));
  writeDemo(inject('deployment').demo, demo);
  const command = [join(projectRoot, 'bin', 'logic-plane'), 'objects', 'import', file, '--type', 'Claim', '--json'];
  const env = { PATH: process.env['PATH'] ?? '', LOGIC_PLANE_DEMO: demo };
  const { stdout } = await timed('import', () => promisify(execFile)(process.execPath, command, { env }));
  expect(JSON.parse(stdout)).toMatchObject({ objects: count, created: count });
});

it('An aggregation sums a hundred thousand claims by city and cause before its deadline, exact to the kuruş', async () => {
  const kurus = new Map<string, bigint>();
  for (const claim of inTheYear) {
    const key = `${claim.city}/${claim.cause}`;
    kurus.set(key, (kurus.get(key) ?? 0n) + kurusOf(claim));
  }
  const { objectSet, groups } = await measure({ kind: 'sum', of: '/reserve/amount' }, { groupBy: ['/city', '/cause'] });
  expect(objectSet.count).toBe(inTheYear.length);
  expect(inTheYear.length).toBeGreaterThanOrEqual(count);
  const measured = groups.map((group) => [
    group.key.map(({ value }) => value).join('/'),
    group.status === 'measured' ? group.value : group.reason,
  ]);
  expect(measured).toHaveLength(kurus.size);
  expect(Object.fromEntries(measured)).toEqual(Object.fromEntries([...kurus].map(([key, sum]) => [key, liraOf(sum)])));
});

it('The ninetieth percentile of a hundred thousand claims is the observed reserve at the nearest rank', async () => {
  const sorted = inTheYear.map(kurusOf).sort((a, b) => (a < b ? -1 : 1));
  const { groups } = await measure({
    kind: 'percentile',
    of: '/reserve/amount',
    percent: '90',
    method: 'nearest-rank',
  });
  const at = Math.ceil((90 * sorted.length) / 100) - 1;
  expect(groups).toMatchObject([{ objects: sorted.length, value: liraOf(sorted[at] ?? 0n) }]);
});

it('The test prints the peak memory of the aggregation function, if the system reports it', () => {
  const cloud = liveState(resolve(projectRoot, directory));
  const worker = cloud && groupMembers(cloud.pid).find(({ command }) => command.includes('aggregationFunction'));
  expect(worker).toBeDefined();
  const status = process.platform === 'linux' ? readFileSync(`/proc/${worker?.pid}/status`, 'utf8') : '';
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  process.stdout.write(
    `memory: ${kilobytes === undefined ? 'not reported' : `${Math.round(Number(kilobytes) / 1024)} MB`}\n`,
  );
});

/** Writes an amount in lira as a metric does: in plain notation, without trailing zeros. */
function liraOf(kurus: bigint): string {
  const [whole, digits] = [
    kurus / 100n,
    String(kurus % 100n)
      .padStart(2, '0')
      .replace(/0+$/, ''),
  ];
  return digits === '' ? String(whole) : `${whole}.${digits}`;
}
