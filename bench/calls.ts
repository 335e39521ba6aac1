import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import type { HttpHandler } from '../lambdas/http.ts';
import { checkedTenant } from '../registry/tenant/checked-tenant.ts';
import { emitRelease } from '../registry/release/emit.ts';
import { sorId } from '../test/support/journey/demo-release.ts';
import { figure, type Area, type Figure } from './figure.ts';
import { startChild } from './peer/children.ts';
import { ours } from './peer/ours.ts';
import { answeredBody, comparedRequests, type Compared } from './peer/requests.ts';
import { rival } from './peer/rival.ts';
import type { Setting } from './peer/setting.ts';
import { median } from './timing.ts';

const rounds = 30;
const callsARound = 20;
const token = 'read-credential-of-the-bench';

/** Upper limits of the processor time of a first call, in percent of that of the hand-written side. */
const limits: Readonly<Record<string, number>> = {
  'pure.1kb': 75,
  'pure.10kb': 90,
  'pure.65kb': 110,
  lookup: 110,
  stage: 190,
};

/**
 * Area: the processor time of a call beside that of the same tool written by hand (`bench/peer`), with the same tables and
 * the same system of record. Both sides take turns in one process.
 */
export const calls: Area = {
  name: 'calls',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'bench-calls-'));
    const tables = await startChild(new URL('./peer/table-server.ts', import.meta.url));
    const admin = await startChild(new URL('../local/demo/policy-admin/main.ts', import.meta.url), {
      POLICY_ADMIN_FILE: ':memory:',
      POLICY_ADMIN_READ_TOKEN: token,
      POLICY_ADMIN_WRITE_TOKEN: `${token}-write`,
      POLICY_ADMIN_ADMIN_TOKEN: `${token}-admin`,
      POLICY_ADMIN_BOUND: '1',
    });
    try {
      const release = await compiledDemo(folder, admin.url);
      return await compared({ tablesUrl: tables.url, sorUrl: admin.url, sorToken: token, release });
    } finally {
      await Promise.all([tables.end(), admin.end(), rm(folder, { recursive: true, force: true })]);
    }
  },
};

async function compiledDemo(folder: string, sorUrl: string): Promise<string> {
  const out = join(folder, 'release');
  await emitRelease(await checkedTenant(join(import.meta.dirname, '..', 'tenants'), 'demo'), out, {
    overrides: { [sorId]: sorUrl },
    release: () => ({ state: 'released', proved: true }),
  });
  return out;
}

async function compared(setting: Setting): Promise<readonly Figure[]> {
  const product = await ours(setting);
  const byHand = await rival(setting);
  const figures: Figure[] = [];
  for (const [name, asked] of Object.entries(await comparedRequests(product))) {
    const sides = [product.handlers[asked.name], byHand[asked.name]] as const;
    const [own, other] = await measured(asked, sides, () => countedUnits(setting));
    const detail = ({ firstMillis, writeUnits, replayMillis, replayUnits }: Spent): string =>
      `${firstMillis.toFixed(1)} ms and ${writeUnits} write units, its replay ${replayMillis.toFixed(1)} ms and ${replayUnits}`;
    figures.push(
      figure(`calls.${name}.cpu`, (own.firstMillis / other.firstMillis) * 100, {
        unit: '%',
        goal: limits[name] ?? 100,
        leavesOut: 'API Gateway, metrics, spans and the indexes of tables',
        measured: `ours: ${detail(own)}; by hand: ${detail(other)}`,
      }),
    );
  }
  return figures;
}

/** Returns the write units that the tables have counted so far. */
async function countedUnits({ tablesUrl }: Setting): Promise<number> {
  return counted.parse(await (await fetch(`${tablesUrl}/counted`)).json()).writeUnits;
}
const counted = z.object({ writeUnits: z.number() });

interface Spent {
  readonly firstMillis: number;
  readonly replayMillis: number;
  readonly writeUnits: number;
  readonly replayUnits: number;
}

/** Measures both sides in turns. @returns the medians of each side for one call */
async function measured(
  { next }: Compared,
  [own, other]: readonly [HttpHandler, HttpHandler],
  unitsSoFar: () => Promise<number>,
): Promise<readonly [Spent, Spent]> {
  let turn = 0;
  const spent = async (handler: HttpHandler) => {
    const events = Array.from({ length: callsARound }, () => next((turn += 1)));
    const play = async () => {
      const before = await unitsSoFar();
      const since = process.cpuUsage();
      for (const event of events) answeredBody(await handler(event));
      const { user, system } = process.cpuUsage(since);
      return { millis: (user + system) / 1000 / callsARound, units: ((await unitsSoFar()) - before) / callsARound };
    };
    return { first: await play(), replay: await play() };
  };
  const all: Record<'own' | 'other', Awaited<ReturnType<typeof spent>>[]> = { own: [], other: [] };
  for (let round = 0; round < rounds; round += 1) {
    all.own.push(await spent(own));
    all.other.push(await spent(other));
  }
  const medians = (of: (typeof all)['own']): Spent => {
    const middle = (value: (one: (typeof of)[number]) => number): number => median(of.map(value).sort((a, b) => a - b));
    return {
      firstMillis: middle(({ first }) => first.millis),
      replayMillis: middle(({ replay }) => replay.millis),
      writeUnits: middle(({ first }) => first.units),
      replayUnits: middle(({ replay }) => replay.units),
    };
  };
  return [medians(all.own), medians(all.other)];
}
