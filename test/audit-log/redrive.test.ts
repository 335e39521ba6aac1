import { describe, expect, it } from 'vitest';
import { auditLogRows } from '../../adapters/tables/audit-log-rows.ts';
import { auditTable } from '../../adapters/tables/audit-table.ts';
import { DigestSet } from '../../audit-log/digest-set.ts';
import { eventDigest, uuidOf } from '../../audit-log/entry.ts';
import { redrivePasses } from '../../audit-log/redrive.ts';
import { entriesIn } from '../../audit-log/span.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import { dying, mortalDatabase, mortalObjects, randomFrom, survived } from './carrying.ts';
import { day, eventAt, ledgerAndLog, now, redriveDay, type LedgerAndLog } from './redriven-world.ts';

const sorted = (uuids: readonly string[]): readonly string[] => uuids.toSorted();
const uuidsOf = (events: readonly AuditEvent[]): readonly string[] => sorted(events.map((one) => uuidOf(one.eventId)));
const thousand = Array.from({ length: 1000 }, (_, at) => eventAt(at * 60));
const others = thousand.filter((_, at) => at % 7 !== 0);
const lacking = thousand.filter((_, at) => at % 7 === 0);

describe('A redrive', () => {
  it('A redrive appends each event that the log does not have once, and a second redrive appends nothing', async () => {
    const world = await ledgerAndLog(thousand, others);
    const before = await world.uuids();
    expect(await redriveDay(world)).toEqual({ found: 1000, missing: lacking.length, unwritable: [] });
    const after = await world.uuids();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(sorted(after)).toEqual(uuidsOf(thousand));
    expect(await redriveDay(world)).toMatchObject({ missing: 0 });
    expect(await world.uuids()).toEqual(after);
  });

  it('A redrive finds events that are appended but not sealed yet, and does not append them again', async () => {
    const world = await ledgerAndLog(thousand, others);
    await world.appended(lacking);
    expect(await redriveDay(world)).toMatchObject({ found: 1000, missing: 0 });
    expect(sorted(await world.uuids())).toEqual(uuidsOf(thousand));
  });

  it('A redrive puts missing events into the audit table, and does not change the events that the table has', async () => {
    const world = await ledgerAndLog(thousand, others);
    const [kept] = lacking;
    if (kept === undefined) throw new Error('there is a missing event');
    await auditTable(world.database).put({ ...kept, release: 'as it was' });
    await redriveDay(world);
    const stored = world.database.items('audit').map(({ event }) => JSON.parse(String(event)) as AuditEvent);
    expect(uuidsOf(stored)).toEqual(uuidsOf(lacking));
    expect(stored.find(({ eventId }) => eventId === kept.eventId)?.release).toBe('as it was');
  });

  it('In check mode a redrive counts the missing events and writes nothing', async () => {
    const world = await ledgerAndLog(thousand, others);
    const before = world.objects.written;
    expect(await redriveDay(world, { check: true })).toMatchObject({ found: 1000, missing: lacking.length });
    expect([world.objects.written, world.database.items('audit')]).toEqual([before, []]);
  });

  it('Two events of one call, a failed and an answered one, are two entries, and each is redriven once', async () => {
    const uuid = newUuid();
    const failed = { ...eventAt(5, uuid), kind: 'request', outcome: 'failed', code: 'internal' } as AuditEvent;
    const answered = {
      ...failed,
      eventId: ownEventId('tasks', newUuid()).replace(/[0-9a-f-]{36}$/, uuid),
      outcome: 'refused',
    } as AuditEvent;
    const world = await ledgerAndLog([failed, answered], [failed, eventAt(1)]);
    expect(await redriveDay(world)).toMatchObject({ found: 2, missing: 1 });
    expect((await world.uuids()).filter((one) => one === uuid)).toHaveLength(2);
    expect(await redriveDay(world)).toMatchObject({ missing: 0 });
  });

  it('If an event can never be written, the redrive reports it and appends the other events of the page', async () => {
    const bad = { ...eventAt(3), actor: { kind: 'human', id: 'x'.repeat(70_000), name: 'n' } } as AuditEvent;
    const world = await ledgerAndLog([bad, eventAt(2), eventAt(4)], [eventAt(1)]);
    expect(await redriveDay(world)).toEqual({ found: 3, missing: 3, unwritable: [bad.eventId] });
    expect(await world.uuids()).toHaveLength(3);
  });

  it('If another redrive appended in the meantime, a redrive appends nothing and says to run it again', async () => {
    const world = await ledgerAndLog(thousand, others);
    let other: Promise<unknown> | undefined;
    const slow = redriveDay(world, { onSegment: async () => void (await (other ??= redriveDay(world))) });
    await expect(slow).rejects.toThrow('Run the command again');
    expect(sorted(await world.uuids())).toEqual(uuidsOf(thousand));
  });

  it.each([1, 2, 3])(
    'After a redrive that crashed several times, at any steps, the log has each event once (seed %i)',
    async (seed) => {
      const world = await ledgerAndLog(thousand, others);
      await redriveThrough(world, dying(randomFrom(seed), 0.01));
      expect(sorted(await world.uuids())).toEqual(uuidsOf(thousand));
    },
  );

  it('After a redrive a search by time still finds every event, also the redriven ones', async () => {
    const long = Array.from({ length: 3000 }, (_, at) => eventAt((at - 1000) * 600));
    const world = await ledgerAndLog(
      long,
      long.filter((_, at) => at % 9 !== 0),
    );
    await redriveDay(world);
    await world.seal();
    const { row: head } = await world.rows.head();
    const size = head?.frontier.size ?? 0;
    const redriven = head?.redriven ?? [];
    expect(redriven.map(({ count }) => count)).toEqual([16]);
    const log = { objects: world.objects, size, redriven };
    const span = { from: day + 3_600_000, to: day + 7_200_000 };
    const all = await world.uuids();
    const ranges = await entriesIn(log, span);
    const covered = new Set(ranges.flatMap(({ from, to }) => all.slice(from, to)));
    const wanted = long.filter(({ at }) => Date.parse(at) >= span.from && Date.parse(at) < span.to);
    expect(wanted.every(({ eventId }) => covered.has(uuidOf(eventId)))).toBe(true);
    expect(ranges.reduce((sum, { from, to }) => sum + to - from, 0)).toBeLessThan(size / 2);
    // A span of time long after the redriven events does not begin with them.
    const later = await entriesIn(log, { from: day + 9 * 86_400_000, to: day + 10 * 86_400_000 });
    expect(later.length).toBeLessThanOrEqual(1);
  });

  it('A span with too many entries is divided into passes, each with few enough entries', async () => {
    const long = Array.from({ length: 4000 }, (_, at) => eventAt(at * 600));
    const world = await ledgerAndLog([], long);
    const passes = await redrivePasses(world, { from: day, to: now() + 20 * 86_400_000 }, 1000);
    expect(passes.length).toBeGreaterThan(3);
    expect(passes.every(({ ranges }) => ranges.reduce((sum, { from, to }) => sum + to - from, 0) <= 1000)).toBe(true);
  });
});

/** Repeats a redrive with crashes until it was completed once. */
async function redriveThrough(world: LedgerAndLog, dies: ReturnType<typeof dying>): Promise<void> {
  const mortal = mortalDatabase(world.database, dies);
  const rows = auditLogRows(mortal);
  const objects = mortalObjects(world.objects, dies);
  while (!(await survived(redriveDay({ ...world, rows, objects })))) await world.seal();
}

it('A set of digests holds exactly the digests that were added, however many they are', () => {
  const set = new DigestSet();
  const digests = Array.from({ length: 5000 }, (_, at) => eventDigest({ uuid: `event-${at}` }));
  for (const digest of [...digests, ...digests]) set.add(digest);
  expect(set.size).toBe(5000);
  expect(digests.every((digest) => set.has(digest))).toBe(true);
  expect(digests.some((_, at) => set.has(eventDigest({ uuid: `other-${at}` })))).toBe(false);
});
