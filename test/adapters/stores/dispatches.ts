import { dispatches } from '../../../adapters/tables/dispatches.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import { someKey, someRecord } from '../../support/rows.ts';
import { opener, type OpenStores } from './under-test.ts';
import { describe, expect, test } from 'vitest';

export function dispatchLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`Dispatches ${name}`, () => {
    test('Dispatches are returned in the order of the requested event ids, and an event without a record gives undefined', async () => {
      const { ledger, database } = opened();
      const [one, two] = [someKey('lookup'), someKey('validation')];
      const [first, second] = [someRecord(one), someRecord(two)];
      await ledger.record(one, first);
      await ledger.record(two, second);
      const refused: AuditEvent = {
        kind: 'request',
        eventId: ownEventId('lookup', newUuid()),
        at: first.event.at,
        actor: first.event.actor,
        release: 'release-1',
        outcome: 'refused',
        code: 'tool.unknown',
        subject: 'x',
      };
      await ledger.note(refused);
      // This event id has the key of the first event and another uuid. It leads to the same item, but it is another
      // event.
      const foreign = someRecord(one).event.eventId;
      const asked = [
        second.event.eventId,
        foreign,
        first.event.eventId,
        refused.eventId,
        'no event',
        second.event.eventId,
      ];
      const found = await dispatches(database).read(asked);
      expect(found).toEqual([second, undefined, first, undefined, undefined, second]);
      expect(await dispatches(database).read([])).toEqual([]);
    });
  });
}
