import { someTransition } from '../../../support/rows.ts';
import { type OpenStores, opener } from '../under-test.ts';
import { stagedIn } from './staged.ts';
import { describe, expect, test } from 'vitest';

export function listLaws(name: string, open: OpenStores): void {
  const opened = opener(open);
  describe(`The Action Plane's store ${name}`, () => {
    const staged = stagedIn(opened);

    test('A staged or pending Action is in the list of expired ones only after its stagedUntil, and only until it is approved', async () => {
      const { database, plane, action, to } = await staged();
      const listed = async (before: string) => {
        const rows = await plane.undecidedPast({ before, after: '2025-03-04T09:59:59.999Z', limit: 1000 });
        return rows.filter(({ id }) => id === action.id);
      };
      const later = '2025-03-04T10:00:00.001Z';
      expect(await listed(action.stagedUntil)).toEqual([]);
      expect(await listed(later)).toEqual([{ id: action.id, endsAt: action.stagedUntil }]);
      await plane.apply({ action: { from: action, to: to.action }, event: someTransition(action, to.action) });
      expect(await listed(later)).toHaveLength(1);
      const approved = { ...to.action, state: 'approved', version: 3 } as const;
      await plane.apply({ action: { from: to.action, to: approved }, event: someTransition(to.action, approved) });
      expect(await listed(later)).toEqual([]);
      const moved = await database.get('actions', action.id);
      expect([moved?.['state'], moved?.['waits'], moved?.['endsAt']]).toEqual(['approved', undefined, undefined]);
    });

    test('A postponed Action is in the list of expired ones only after the instant to which it was postponed; a decided one cannot be postponed', async () => {
      const { database, plane, action, to } = await staged();
      const listed = async (before: string) => {
        const rows = await plane.undecidedPast({ before, after: '2025-03-04T09:59:59.999Z', limit: 1000 });
        return rows.some(({ id }) => id === action.id);
      };
      await plane.postpone(action.id, '2025-03-04T10:10:00.000Z');
      expect(await listed('2025-03-04T10:10:00.000Z')).toBe(false);
      expect(await listed('2025-03-04T10:10:00.001Z')).toBe(true);
      expect(await plane.action(action.id)).toEqual(action);
      const denied = { ...to.action, state: 'denied', version: 2 } as const;
      await plane.apply({ action: { from: action, to: denied }, event: someTransition(action, denied) });
      await plane.postpone(action.id, '2025-03-04T10:20:00.000Z');
      expect((await database.get('actions', action.id))?.['endsAt']).toBeUndefined();
    });
  });
}
