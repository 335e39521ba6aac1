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

    test('Events are found by Action, sorted by version, and by tool, caller and day', async () => {
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

    test('The position that the audit log has reached never goes back', async () => {
      const audit = auditTable(opened().database);
      await audit.noteReached('2025-03-01T10:00:00.000Z');
      await audit.noteReached('2025-03-01T09:00:00.000Z');
      expect(await audit.reached()).toBe('2025-03-01T10:00:00.000Z');
    });

    test('A query of the audit table with a page size of 0, over 200 or not a whole number is refused', async () => {
      const audit = auditTable(opened().database);
      for (const limit of [0, 201, 1.5]) {
        expect(await codeOf(audit.query({ by: { run: 'run-1' }, limit }))).toBe('request.invalid');
      }
    });
  });
}
