import { auditTable } from '../../../adapters/tables/audit-table.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { newUuid } from '../../../contract/dispatch/keys.ts';
import { someAction, someKey, someRecord, someTransition } from '../../support/rows.ts';
import { codeOf, opener, type OpenStores } from './under-test.ts';
import { describe, expect, test } from 'vitest';

export function auditTableLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The audit table ${name}`, () => {
    const opens = (at: string, runId: string, more: Partial<AuditEvent> = {}): AuditEvent => {
      const { event } = someRecord(someKey('lookup'));
      return { ...event, at, runId, ...more } as AuditEvent;
    };

    test('Events of a run are returned in pages, sorted by time', async () => {
      const audit = auditTable(opened().database);
      const runId = `run-${newUuid()}`;
      const events = ['10', '11', '12', '13', '14'].map((hour) => opens(`2025-03-01T${hour}:00:00.000Z`, runId));
      for (const event of events.toReversed()) await audit.put(event);
      const first = await audit.query({ by: { run: runId }, limit: 2 });
      expect(first.events).toEqual(events.slice(0, 2));
      const second = await audit.query({ by: { run: runId }, limit: 2, cursor: first.cursor ?? '' });
      expect(second.events).toEqual(events.slice(2, 4));
      const third = await audit.query({ by: { run: runId }, limit: 2, cursor: second.cursor ?? '' });
      expect(third).toEqual({ events: events.slice(4) });
      const span = { from: '2025-03-01T11:00:00.000Z', to: '2025-03-01T13:00:00.000Z' };
      expect((await audit.query({ by: { run: runId }, ...span })).events).toEqual(events.slice(1, 3));
      expect(await audit.query({ by: { run: 'run-none' } })).toEqual({ events: [] });
    });

    test('The events of an Action are sorted by its version, and events are found by tool, by caller and by day', async () => {
      const audit = auditTable(opened().database);
      const action = someAction();
      const steps = [2, 10, 11].map((actionVersion) => ({
        ...someTransition(action, { ...action, version: actionVersion }),
        // The clocks of two functions may differ. So events of one Action are sorted by version.
        at: `2025-03-01T${30 - actionVersion - 8}:00:00.000Z`,
      }));
      for (const step of steps.toReversed()) await audit.put(step);
      expect((await audit.query({ by: { action: action.id } })).events).toEqual(steps);
      const tool = `tool.${newUuid()}`;
      const day = '2019-05-06';
      const actor = { kind: 'human', id: newUuid(), name: 'someone' } as const;
      const event = opens(`${day}T10:00:00.000Z`, `run-${newUuid()}`, { tool, actor });
      await audit.put(event);
      for (const by of [{ tool }, { caller: actor.id }, { day }]) {
        const found = await audit.query({ by });
        expect(found.events.filter(({ eventId }) => eventId === event.eventId)).toEqual([event]);
      }
    });

    test('A refusal that names the run of another caller is in the audit log, but is not an event of that run', async () => {
      const audit = auditTable(opened().database);
      const runId = `run-${newUuid()}`;
      const own = opens('2025-03-01T10:00:00.000Z', runId);
      const actor = { kind: 'agent', id: newUuid(), name: 'stranger' } as const;
      const { runId: _, ...rest } = opens('2025-03-01T11:00:00.000Z', runId, { actor });
      const refused = { ...rest, outcome: 'refused', code: 'run.unknown', namesRun: runId } as AuditEvent;
      for (const event of [own, refused]) await audit.put(event);
      expect((await audit.query({ by: { run: runId } })).events).toEqual([own]);
      expect((await audit.query({ by: { caller: actor.id } })).events).toEqual([refused]);
    });

    test('An event that is delivered twice is stored once, and an answered event replaces a failed event of the same call', async () => {
      const audit = auditTable(opened().database);
      const runId = `run-${newUuid()}`;
      const answered = opens('2025-03-01T10:00:00.000Z', runId);
      const failed = { ...answered, outcome: 'failed', code: 'ledger.unanswered' } as AuditEvent;
      for (const event of [failed, answered, failed, answered]) await audit.put(event);
      expect((await audit.query({ by: { run: runId } })).events).toEqual([answered]);
    });

    const ofHour = (hour: number, runId: string): AuditEvent =>
      opens(`2025-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`, runId);

    test.each([['2025-03-01T12:30:00.000Z'], [undefined]])(
      'If an event arrives after a later event was read, one of the next pages has it, and no event is skipped (indexed until %s)',
      async (indexedUntil) => {
        const audit = auditTable(opened().database);
        const runId = `run-${newUuid()}`;
        const known = indexedUntil === undefined ? {} : { indexedUntil };
        const events = [10, 11, 12, 13, 15, 16, 17].map((hour) => ofHour(hour, runId));
        for (const event of events) await audit.put(event);
        const first = await audit.query({ by: { run: runId }, limit: 5, ...known });
        expect(first.events).toEqual(events.slice(0, 5));
        const late = ofHour(14, runId);
        await audit.put(late);
        const all = new Set(first.events.map(({ eventId }) => eventId));
        for (let cursor = first.cursor; cursor !== undefined;) {
          const page = await audit.query({ by: { run: runId }, limit: 5, ...known, cursor });
          for (const { eventId } of page.events) all.add(eventId);
          cursor = page.cursor;
        }
        expect([...all].toSorted()).toEqual([...events, late].map(({ eventId }) => eventId).toSorted());
      },
    );

    test('If no event arrives late, following the cursors returns each event once', async () => {
      const audit = auditTable(opened().database);
      const runId = `run-${newUuid()}`;
      const events = Array.from({ length: 17 }, (_, hour) => ofHour(hour, runId));
      for (const event of events) await audit.put(event);
      for (const indexedUntil of ['2025-03-01T00:00:00.000Z', '2025-03-01T07:00:00.000Z', '2026-01-01T00:00:00.000Z']) {
        const read: AuditEvent[] = [];
        let cursor: string | undefined;
        do {
          const page = await audit.query({
            by: { run: runId },
            limit: 3,
            indexedUntil,
            ...(cursor === undefined ? {} : { cursor }),
          });
          read.push(...page.events);
          cursor = page.cursor;
        } while (cursor !== undefined);
        expect(read).toEqual(events);
      }
    });

    test('A query of the audit table with a page size of 0, over 200 or not a whole number is refused', async () => {
      const audit = auditTable(opened().database);
      for (const limit of [0, 201, 1.5]) {
        expect(await codeOf(audit.query({ by: { run: 'run-1' }, limit }))).toBe('request.invalid');
      }
    });
  });
}
