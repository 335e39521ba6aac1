import { describe, expect, it } from 'vitest';
import { entryOf, eventKeyOf, uuidOf } from '../../../audit-log/entry.ts';
import { advance } from '../../../audit-log/reconcile/advance.ts';
import { countedFindings, findingsIn, reconciledOf } from '../../../audit-log/reconcile/findings.ts';
import {
  beginReconciliation,
  keptReconciliation,
  reconciliationOf,
} from '../../../audit-log/reconcile/reconciliation.ts';
import { reconcileStep, type AccessLog } from '../../../audit-log/reconcile/step.ts';
import { tombstoneOf } from '../../../audit-log/tombstone.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { eventItem } from '../../../adapters/tables/ledger-item.ts';
import { day, eventAt, ledgerAndLog, redriveDay, tenantKey, type LedgerAndLog } from '../redriven-world.ts';
import { accessLine, type LineOptions } from './access-lines.ts';

const hour = 3600 * 1000;
const span = { from: day, to: day + 24 * hour };
const uuidsOf = (events: readonly AuditEvent[]): readonly string[] => events.map(({ eventId }) => uuidOf(eventId));
const uuidsIn = (names: readonly { readonly uuid: string }[]): readonly string[] => names.map(({ uuid }) => uuid);

/** One event every four minutes of the day, each of a request of its own. */
const events = Array.from({ length: 360 }, (_, at) => ({ ...eventAt(at * 240), requestId: `request-${at}` }));
const lines = events.map(({ requestId, at }) => accessLine({ requestId, at: Date.parse(at) }));

/** An access log in pages of a hundred lines. */
const accessLogOf = (all: readonly string[]): AccessLog => ({
  async page(_, after = '0') {
    const end = Number(after) + 100;
    return { lines: all.slice(Number(after), end), ...(end < all.length ? { after: String(end) } : {}) };
  },
});

interface Options {
  readonly access?: readonly string[];
  readonly keyedSince?: number;
  readonly telemetryKey?: string;
}

async function reconciled(world: LedgerAndLog, { access, keyedSince = 0, telemetryKey = tenantKey }: Options = {}) {
  const sources = { ...world, telemetryKey, access: access && accessLogOf(access) };
  const work = await beginReconciliation(world, span, { salt: 'salt', keyedSince, hasAccessLog: access !== undefined });
  expect(await advance(work, sources, () => true)).toBe(true);
  return reconciledOf(work);
}

describe('A reconciliation of the ledger with the log', () => {
  it('If the ledger, the log and the access log have the same, there is no finding', async () => {
    const world = await ledgerAndLog([eventAt(-1), ...events, eventAt(86_400)], [eventAt(-1), ...events]);
    const found = await reconciled(world, { access: lines });
    expect([findingsIn(found), found.unequalHours]).toEqual([0, []]);
    expect(found).toMatchObject({
      from: '2026-11-20T00:00:00.000Z',
      counts: { ledger: 360, log: 360, access: 360 },
    });
  });

  it('It names each event that the log does not have, with its time and its hour, until a redrive has appended them', async () => {
    const lost = events.filter((_, at) => at % 100 === 7);
    const world = await ledgerAndLog(
      events,
      events.filter((event) => !lost.includes(event)),
    );
    const found = await reconciled(world);
    expect(uuidsIn(found.missing)).toEqual(uuidsOf(lost));
    expect(found.missing.map(({ at }) => at)).toEqual(lost.map(({ at }) => at));
    expect(found.unequalHours[0]).toEqual({ hour: '2026-11-20T00:00:00.000Z', ledger: 15, log: 14 });
    expect(countedFindings(found)).toMatchObject({ missing: lost.length, extra: 0, different: 0, more: 0 });
    await redriveDay(world);
    await world.seal();
    expect(findingsIn(await reconciled(world))).toBe(0);
  });

  it('It names an entry that the ledger does not have, and an entry that the log has twice', async () => {
    const [gone, twice] = [events[3], events[5]];
    if (gone === undefined || twice === undefined) throw new Error('there are events');
    const world = await ledgerAndLog(
      events.filter((event) => event !== gone),
      [...events, twice],
    );
    const found = await reconciled(world);
    expect(uuidsIn(found.extra)).toEqual(uuidsOf([gone, twice]));
    expect([found.missing, found.different]).toEqual([[], []]);
  });

  it('It names an event that somebody changed in the ledger, also if the change is in a member that the log has only as a keyed hash', async () => {
    const [open, keyed] = [events[3], events[5]];
    if (open === undefined || keyed === undefined) throw new Error('there are events');
    const world = await ledgerAndLog(events, events);
    await world.database.write([{ put: eventItem({ ...open, release: 'b'.repeat(64) }), in: 'ledger' }]);
    await world.database.write([{ put: eventItem({ ...keyed, subject: 'another Task' } as AuditEvent), in: 'ledger' }]);
    const found = await reconciled(world);
    expect(uuidsIn(found.different)).toEqual(uuidsOf([open, keyed]));
    expect([found.missing, found.extra]).toEqual([[], []]);
  });

  it('An erased event is equal to its entry', async () => {
    const world = await ledgerAndLog(events, events);
    const erased = tombstoneOf(events[3] as AuditEvent, eventKeyOf(tenantKey, events[3]?.eventId ?? ''));
    await world.database.write([{ put: eventItem(erased), in: 'ledger' }]);
    expect(findingsIn(await reconciled(world))).toBe(0);
  });

  it('After the replacement of the key, the open members of earlier events are compared, and the whole entries of later ones', async () => {
    const noon = day + 12 * hour;
    const isLater = ({ at }: AuditEvent): boolean => Date.parse(at) >= noon;
    const world = await ledgerAndLog(events, []);
    const entries = events.map((event) =>
      entryOf(event, eventKeyOf(isLater(event) ? 'new key' : tenantKey, event.eventId)),
    );
    await world.appendedEntries(entries);
    const [early, late] = [events[3], events[300]];
    if (early === undefined || late === undefined) throw new Error('there are events');
    for (const event of [early, late]) {
      await world.database.write([
        { put: eventItem({ ...event, subject: 'another Task' } as AuditEvent), in: 'ledger' },
      ]);
    }
    const found = await reconciled(world, { telemetryKey: 'new key', keyedSince: noon });
    expect(uuidsIn(found.different)).toEqual(uuidsOf([late]));
    await world.database.write([{ put: eventItem({ ...early, release: 'b'.repeat(64) }), in: 'ledger' }]);
    expect(uuidsIn((await reconciled(world, { telemetryKey: 'new key', keyedSince: noon })).different)).toEqual(
      uuidsOf([early, late]),
    );
  });

  it('If more events are missing than it can name, it says so and names the hours', async () => {
    const many = Array.from({ length: 1440 }, (_, at) => eventAt(at * 60));
    const found = await reconciled(await ledgerAndLog(many, many.slice(0, 600)));
    expect(found.hasMore.events).toBe(true);
    expect(found.unequalHours).toHaveLength(14);
    expect(found.unequalHours[0]).toEqual({ hour: '2026-11-20T10:00:00.000Z', ledger: 60, log: 0 });
    expect(findingsIn(found)).toBeGreaterThan(0);
  });

  it('An entry whose format is unknown is a finding', async () => {
    const world = await ledgerAndLog(events, events);
    await world.appendedEntries([Buffer.from('{"v":2}')]);
    expect(countedFindings(await reconciled(world))).toMatchObject({ unreadable: 1 });
  });

  it('If it stops after every step and continues from what it kept, the result is the same', async () => {
    const world = await ledgerAndLog(events, events.slice(5));
    const access = [...lines.slice(3), accessLine({ requestId: 'unseen', at: day + hour })];
    const sources = { ...world, telemetryKey: tenantKey, access: accessLogOf(access) };
    let work = await beginReconciliation(world, span, { salt: 'salt', keyedSince: 0, hasAccessLog: true });
    let steps = 0;
    for (; work.cursor.reads !== 'nothing'; steps += 1) {
      await reconcileStep(work, sources);
      work = reconciliationOf(
        JSON.parse(JSON.stringify(keptReconciliation(work))) as ReturnType<typeof keptReconciliation>,
      );
    }
    expect(steps).toBeGreaterThan(100);
    expect(reconciledOf(work)).toEqual(await reconciled(world, { access }));
  });

  it('If a bundle of the log is missing, the step fails and can be done again', async () => {
    const world = await ledgerAndLog(events, events);
    const sources = { ...world, telemetryKey: tenantKey, access: undefined };
    const work = await beginReconciliation(world, span, { salt: 'salt', keyedSince: 0, hasAccessLog: false });
    const bundle = world.objects.objects.get('tile/entries/000');
    world.objects.objects.delete('tile/entries/000');
    await expect(advance(work, sources, () => true)).rejects.toThrow('tile/entries/000 is missing or malformed');
    world.objects.objects.set('tile/entries/000', bundle as Uint8Array);
    expect(await advance(work, sources, () => true)).toBe(true);
    expect(findingsIn(reconciledOf(work))).toBe(0);
  });
});

describe('A reconciliation of the access log with the ledger and the log', () => {
  const all = ledgerAndLog(events, events);
  const found = async (more: readonly string[], kept = lines) => reconciled(await all, { access: [...kept, ...more] });
  const line = (options: Partial<LineOptions>): string =>
    accessLine({ requestId: 'unseen', at: day + hour, ...options });

  it('It names a request that left no event, with its time, route and status', async () => {
    const { withoutEvent, withoutEntry, withoutLine } = await found([line({ status: 404 })]);
    const named = { at: '2026-11-20T01:00:00.000Z', route: 'POST /v1/conversion/{tool}', status: 404 };
    expect(withoutEvent).toEqual([{ requestId: 'unseen', line: named }]);
    expect([withoutEntry, withoutLine]).toEqual([[], []]);
  });

  it('It names a request whose event is in the ledger, but not in the log', async () => {
    const world = await ledgerAndLog(events, events.slice(1));
    const result = await reconciled(world, { access: lines });
    expect(result.withoutEntry.map(({ requestId }) => requestId)).toEqual(['request-0']);
    expect([result.withoutEvent, result.withoutLine, uuidsIn(result.missing)]).toEqual([
      [],
      [],
      uuidsOf(events.slice(0, 1)),
    ]);
  });

  it('It names an event whose request did not come through the gateway', async () => {
    expect((await found([], lines.slice(1))).withoutLine).toEqual(['request-0']);
  });

  it.each([
    ['the gateway refused the token', line({ status: 401, answered: '-' })],
    ['the gateway had too many requests', line({ status: 429, answered: '-' })],
    ['the function did not know the caller', line({ status: 401 })],
    ['the caller read the catalog', line({ route: 'GET /v1/tools' })],
    ['the outcome is unknown', line({ status: 503 })],
    ['the request began in the last seconds of the span', line({ at: span.to - 2000 })],
    ['the request began after the span', line({ at: span.to })],
    ['the access log has the line of a request twice', lines[7] ?? ''],
  ])('It has no finding if a request left no event because %s', async (_, more) => {
    expect(findingsIn(await found([more]))).toBe(0);
  });

  it('It has no finding if a request that may leave no event left one', async () => {
    const read = accessLine({ requestId: 'request-0', at: day, route: 'GET /v1/tools' });
    expect(findingsIn(await found([read], lines.slice(1)))).toBe(0);
  });

  it('It has no finding if the gateway got a request just before the span, and the event is in the span', async () => {
    const early = accessLine({ requestId: 'request-0', at: day - 1000 });
    expect(findingsIn(await found([early], lines.slice(1)))).toBe(0);
  });

  it('It has no finding if one request left two events', async () => {
    const second = { ...eventAt(70), requestId: 'request-0' };
    const world = await ledgerAndLog([...events, second], [...events, second]);
    expect(findingsIn(await reconciled(world, { access: lines }))).toBe(0);
  });

  it('If more requests differ than it can name, it says so', async () => {
    const many = Array.from({ length: 400 }, (_, at) => line({ requestId: `unseen-${at}` }));
    expect((await found(many)).hasMore).toEqual({ events: false, requests: true });
  });

  it('A malformed line is a finding', async () => {
    expect(countedFindings(await found(['not JSON']))).toMatchObject({ unreadable: 1 });
  });

  it('Without an access log, requests are not compared', async () => {
    const result = await reconciled(await all);
    expect(result.counts).toEqual({ ledger: 360, log: 360 });
    expect(findingsIn(result)).toBe(0);
  });
});
