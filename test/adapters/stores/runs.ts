import { runs } from '../../../adapters/tables/runs.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import { someRun } from '../../support/rows.ts';
import { codeOf, opener, type OpenStores } from './under-test.ts';
import { describe, expect, test } from 'vitest';

export function runLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`Runs ${name}`, () => {
    test('A run is written once, together with its event, and is found by its id', async () => {
      const { database, failCall } = opened();
      const store = runs(database);
      const run = someRun();
      const event: AuditEvent = {
        kind: 'run',
        eventId: ownEventId('runs', newUuid()),
        at: run.createdAt,
        actor: run.owner,
        runId: run.runId,
        release: run.release,
        pins: {},
        expiresAt: run.expiresAt,
      };
      failCall(0, 'lost');
      await store.open(run, event);
      expect(await store.find(run.runId)).toEqual(run);
      expect(await store.find('run-none')).toBeUndefined();
      expect(await codeOf(store.open({ ...run, purpose: 'other' }, event))).toBe('internal');
    });
  });
}
