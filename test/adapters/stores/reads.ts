import { actions } from '../../../adapters/tables/actions.ts';
import { dispatches } from '../../../adapters/tables/dispatches.ts';
import { runs } from '../../../adapters/tables/runs.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import { codeOf, opener, type OpenStores } from './under-test.ts';
import { describe, expect, test } from 'vitest';

export function readLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`Reads of the tables ${name}`, () => {
    test('If a read of a table is not answered, it fails with dependency.unavailable', async () => {
      const { database, plane, failAll } = opened();
      failAll('unanswered');
      expect(await codeOf(runs(database).find('run-1'))).toBe('dependency.unavailable');
      expect(await codeOf(actions(database).subject('act-1'))).toBe('dependency.unavailable');
      expect(await codeOf(dispatches(database).read([ownEventId('lookup', newUuid())]))).toBe('dependency.unavailable');
      expect(await codeOf(plane.task('task-1'))).toBe('dependency.unavailable');
    });
  });
}
