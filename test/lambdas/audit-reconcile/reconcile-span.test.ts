import { describe, expect, it } from 'vitest';
import { ledger } from '../../../adapters/tables/ledger.ts';
import { reconciliations } from '../../../adapters/tables/reconciliations.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import type { HeadState } from '../../../contract/system.ts';
import {
  nameOf,
  reconcileSpan,
  type ReconcileSpanDependencies,
} from '../../../lambdas/audit-reconcile/reconcile-span.ts';
import { day, eventAt, ledgerAndLog, tenantKey } from '../../audit-log/redriven-world.ts';
import { accessLine } from '../../audit-log/reconcile/access-lines.ts';

const hour = 3600 * 1000;
/** The Monday after the day of the events. */
const monday = Date.parse('2026-11-23T00:00:00Z');
const events = Array.from({ length: 60 }, (_, at) => ({ ...eventAt(at * 60), requestId: `request-${at}` }));
const lines = events.map(({ requestId, at }) => accessLine({ requestId, at: Date.parse(at) }));

interface Options {
  readonly lost?: number;
  readonly settled?: number;
  readonly state?: Partial<HeadState>;
}

async function reconcileWorld({ lost = 0, settled = monday + 2 * hour, state = {} }: Options = {}) {
  const world = await ledgerAndLog(events, events.slice(lost));
  await world.rows.noteIndexed({ shards: {}, until: new Date(settled).toISOString() }, 0);
  const clock = { now: monday + 3 * hour, perStep: 1 };
  const metric: number[] = [];
  const deps: ReconcileSpanDependencies = {
    ...world,
    head: { current: async () => ({ release: 'r', withdrawn: [], suspended: [], telemetryKey: tenantKey, ...state }) },
    access: { page: async () => ({ lines }) },
    progressOf: (name) => reconciliations(world.database, name),
    events: ledger(world.database),
    found: (findings) => metric.push(findings),
    now: () => (clock.now += clock.perStep),
    uuid: newUuid,
    salt: () => 'salt',
  };
  const results = () =>
    world.database
      .items('ledger')
      .map(({ event }) => JSON.parse(String(event)) as AuditEvent)
      .filter(({ kind }) => kind === 'reconciliation');
  return { ...world, deps, clock, metric, results, call: (event?: unknown) => reconcileSpan(deps)(event) };
}

/** Plays two calls. The second one writes the event of the result, and ends before it keeps the result. */
async function endBeforeTheResult({ deps, clock, call }: Awaited<ReturnType<typeof reconcileWorld>>): Promise<void> {
  clock.perStep = 1000;
  await call();
  clock.perStep = 1;
  const dying = { ...deps.progressOf('week'), write: async () => Promise.reject(new Error('ended')) };
  await expect(reconcileSpan({ ...deps, progressOf: () => dying })()).rejects.toThrow('ended');
}

describe('The function that compares the ledger with the log', () => {
  it('Once a week is over and sealed, it compares the week once, and the result is one event and one metric', async () => {
    const world = await reconcileWorld();
    expect(await world.call({ 'detail-type': 'Scheduled Event' })).toEqual({ state: 'done', findings: 0 });
    expect(await world.call()).toEqual({ state: 'nothing is due' });
    expect(world.results()).toMatchObject([
      {
        from: '2026-11-15T23:00:00.000Z',
        to: '2026-11-23T00:00:00.000Z',
        counts: { ledger: 60, log: 60, access: 60 },
        findings: { missing: 0, extra: 0, withoutEvent: 0, more: 0 },
      },
    ]);
    expect(world.metric).toEqual([0]);
    expect((await world.deps.progressOf('week').read()).row).toMatchObject({
      last: { to: '2026-11-23T00:00:00.000Z' },
    });
  });

  it('Each finding is counted in the event and in the metric', async () => {
    const world = await reconcileWorld({ lost: 3 });
    expect(await world.call()).toEqual({ state: 'done', findings: 6 });
    expect(world.results()).toMatchObject([{ findings: { missing: 3, withoutEntry: 3 } }]);
    expect(world.metric).toEqual([6]);
  });

  it('A call works for some seconds, and the next call continues', async () => {
    const world = await reconcileWorld({ lost: 2 });
    world.clock.perStep = 1000;
    let calls = 0;
    for (let state = ''; state !== 'done'; calls += 1) ({ state } = await world.call());
    expect(calls).toBeGreaterThan(5);
    expect(world.results()).toMatchObject([{ findings: { missing: 2 } }]);
  });

  it('If it ended before it kept the result, the next call writes the same event again', async () => {
    const world = await reconcileWorld();
    await endBeforeTheResult(world);
    expect(await world.call()).toMatchObject({ state: 'done' });
    expect(world.results()).toHaveLength(1);
  });

  it('After a stop of a day it begins the week again, because the access log cannot be continued', async () => {
    const world = await reconcileWorld({ lost: 1 });
    world.clock.perStep = 1000;
    await world.call();
    world.clock.now += 24 * hour;
    world.clock.perStep = 1;
    expect(await world.call()).toEqual({ state: 'done', findings: 2 });
    expect(world.results()).toMatchObject([{ counts: { ledger: 60, log: 59 } }]);
  });

  it('If it ended before it kept the result, and begins the week again after a stop of a day, the week has one result event', async () => {
    const world = await reconcileWorld();
    await endBeforeTheResult(world);
    world.clock.now += 24 * hour;
    expect(await world.call()).toMatchObject({ state: 'done' });
    expect(world.results()).toHaveLength(1);
  });

  it.each([
    ['the log is not sealed up to the end of the week', { settled: monday + hour / 2 }],
    ['the first entry is younger than the week', { settled: monday - 7 * 24 * hour + 2 * hour }],
  ])('If %s, nothing is due', async (_, options) => {
    const world = await reconcileWorld(options);
    expect(await world.call()).toEqual({ state: 'nothing is due' });
    expect([world.results(), world.metric]).toEqual([[], []]);
  });

  it('If the call names a span, it compares this span, and the weeks continue as before', async () => {
    const world = await reconcileWorld({ lost: 1 });
    const span = { from: '2026-11-20T00:00:00Z', to: '2026-11-20T00:30:00Z' };
    expect(await world.call(span)).toEqual({ state: 'done', findings: 2 });
    expect(world.results()).toMatchObject([
      { from: '2026-11-20T00:00:00.000Z', counts: { ledger: 30, log: 29, access: 30 } },
    ]);
    expect(await world.call()).toMatchObject({ state: 'done' });
    const name = nameOf({ from: day, to: day + hour / 2 });
    expect((await world.deps.progressOf(name).read()).row?.last?.missing).toHaveLength(1);
  });

  it.each([
    ['ends before it begins', { from: '2026-11-20T01:00:00Z', to: '2026-11-20T00:30:00Z' }, 'must be before its end'],
    [
      'ends after the log is complete',
      { from: '2026-11-20T00:00:00Z', to: '2026-11-23T02:00:00Z' },
      'is complete up to 2026-11-23T01:59:27.000Z',
    ],
    ['begins before the ledger does', { from: '2026-09-20T00:00:00Z', to: '2026-11-20T00:00:00Z' }, 'after 30 days'],
  ])('If the span %s, the call is refused and the message says why', async (_, span, why) => {
    const world = await reconcileWorld();
    await expect(world.call(span)).rejects.toThrow(why);
    expect(world.results()).toEqual([]);
  });

  it('If the head has no telemetry key, the call fails', async () => {
    const world = await reconcileWorld();
    const current = async () => ({ release: 'r', withdrawn: [], suspended: [] });
    await expect(reconcileSpan({ ...world.deps, head: { current } })()).rejects.toThrow('has no telemetry key');
  });

  it('After the replacement of the telemetry key, hashes that were made with the earlier key are no finding', async () => {
    const world = await reconcileWorld();
    const telemetryKeySince = new Date(day + hour).toISOString();
    const current = async () => ({
      release: 'r',
      withdrawn: [],
      suspended: [],
      telemetryKey: 'new',
      telemetryKeySince,
    });
    expect(await reconcileSpan({ ...world.deps, head: { current } })()).toEqual({ state: 'done', findings: 0 });
  });
});
