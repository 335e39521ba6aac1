import { describe, expect, it } from 'vitest';
import { withdraw } from '../../../action-plane/withdraw.ts';
import { platformActor } from '../../../action-plane/stamp.ts';
import { putAction, putTask } from '../../../adapters/tables/rows.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { Transition } from '../../../contract/rows/action-plane-store.ts';
import { actionId } from '../../../contract/dispatch/keys.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { expireForgotten } from '../../../lambdas/action-plane/staged-expire/expire-forgotten.ts';
import { planeWorld, requestedTask, stagedAction, start } from '../../support/plane.ts';

const hour = 3600_000;
const until = (atMillis: number): Partial<Action> => ({ stagedUntil: new Date(atMillis).toISOString() });
const numbered = (count: number, more: Partial<Action>): readonly Action[] =>
  Array.from({ length: count }, (_, index) => stagedAction({ ...more, id: actionId(sha256(`other ${index}`)) }));

/** Creates a world that also has these Actions without a Task. The world’s own Action expires much later. */
async function worldWith(actions: readonly Action[]) {
  let at = start;
  const plane = await planeWorld({ now: () => at, action: until(start + 1000 * hour) });
  for (const action of actions) await plane.world.stored.write([putAction(action)]);
  const failed: string[] = [];
  const sweep = expireForgotten({ ...plane, failed: (_error, id) => failed.push(id) });
  return { ...plane, failed, sweep, passTo: (millis: number) => void (at = millis) };
}

describe('A staged Action that nobody has decided by its stagedUntil', () => {
  it('A staged Action expires exactly at stagedUntil, with one Decision and one event', async () => {
    const [action] = numbered(1, until(start + hour));
    const plane = await worldWith(numbered(1, until(start + hour)));
    plane.passTo(start + hour - 1);
    expect(await plane.sweep()).toEqual({ expired: 0 });
    plane.passTo(start + hour);
    expect(await plane.sweep()).toEqual({ expired: 0 });
    plane.passTo(start + hour + 1);
    expect([await plane.sweep(), await plane.sweep()]).toEqual([{ expired: 1 }, { expired: 0 }]);
    const id = `action.expired#${action?.id}`;
    expect(await plane.store.action(action?.id ?? '')).toMatchObject({
      state: 'expired',
      reason: 'staged.forgotten',
      decisionId: id,
    });
    expect(plane.decisions()).toMatchObject([{ id, kind: 'action.expired', by: { kind: 'platform' } }]);
    expect(plane.events()).toMatchObject([
      { kind: 'decision', decisionKind: 'action.expired', from: 'staged', to: 'expired', actionId: action?.id },
    ]);
  });

  it('If two calls of the function run at the same time, a staged Action expires only once', async () => {
    const plane = await worldWith(numbered(5, until(start + hour)));
    plane.passTo(start + 2 * hour);
    const ended = await Promise.all([plane.sweep(), plane.sweep()]);
    expect(ended.reduce((sum, { expired }) => sum + expired, 0)).toBe(5);
    expect([plane.decisions().length, plane.events().length]).toEqual([5, 5]);
  });

  it('If more than 200 staged Actions expire at once, one call ends 200 of them and the next call ends the others', async () => {
    const actions = numbered(230, {}).map((action, index) => ({ ...action, ...until(start + hour + index) }));
    const plane = await worldWith(actions);
    plane.passTo(start + 2 * hour);
    expect([await plane.sweep(), await plane.sweep()]).toEqual([{ expired: 200 }, { expired: 30 }]);
  });

  it('If one staged Action cannot be ended, the others still expire', async () => {
    const plane = await worldWith(numbered(3, until(start + hour)));
    const [first] = numbered(1, {});
    const sweep = expireForgotten({
      ...plane,
      store: {
        ...plane.store,
        apply: async (transition: Transition) => {
          if (transition.action?.from.id === first?.id) throw new Error('refused');
          return plane.store.apply(transition);
        },
      },
      failed: (_error, id) => plane.failed.push(id),
    });
    plane.passTo(start + 2 * hour);
    expect(await sweep()).toEqual({ expired: 2 });
    expect(plane.failed).toEqual([first?.id]);
  });

  it('If the 200 earliest Actions can never be ended, the next call ends later ones, and the 200 are tried again after ten minutes', async () => {
    const actions = numbered(205, {}).map((action, index) => ({ ...action, ...until(start + hour + index) }));
    const plane = await worldWith(actions);
    const endless = new Set(actions.slice(0, 200).map(({ id }) => id));
    const store = {
      ...plane.store,
      action: async (id: string) => {
        if (endless.has(id)) throw new SyntaxError('malformed row');
        return plane.store.action(id);
      },
    };
    const sweep = expireForgotten({ ...plane, store, failed: (_error, id) => plane.failed.push(id) });
    plane.passTo(start + 2 * hour);
    expect([await sweep(), plane.failed.length]).toEqual([{ expired: 0 }, 200]);
    expect([await sweep(), plane.failed.length]).toEqual([{ expired: 5 }, 200]);
    plane.passTo(start + 2 * hour + 600_001);
    expect(await sweep()).toEqual({ expired: 0 });
    expect(plane.failed.length).toBeGreaterThan(200);
  });

  it('If a failed Action cannot be postponed either, both failures are reported and the others still expire', async () => {
    const plane = await worldWith(numbered(2, until(start + hour)));
    const [first] = numbered(1, {});
    const store = {
      ...plane.store,
      action: async (id: string) => (id === first?.id ? Promise.reject(new Error('away')) : plane.store.action(id)),
      postpone: () => Promise.reject(new Error('away')),
    };
    const sweep = expireForgotten({ ...plane, store, failed: (_error, id) => plane.failed.push(id) });
    plane.passTo(start + 2 * hour);
    expect(await sweep()).toEqual({ expired: 1 });
    expect(plane.failed).toEqual([first?.id, first?.id]);
  });

  it('If a caller has changed a staged Action and the index does not show it yet, the Action stays as it is', async () => {
    const [action] = numbered(1, until(start + hour));
    const plane = await worldWith(numbered(1, until(start + hour)));
    plane.world.stored.weather = { indexLagMillis: () => 10 * hour, now: plane.now };
    const by = platformActor('withdraw');
    const stamp = { function: 'withdraw', uuid: plane.uuid(), atMillis: start, by, release: 'release-1' } as const;
    if (action) await plane.store.apply(withdraw({ action }, undefined, stamp));
    plane.passTo(start + 2 * hour);
    expect(await plane.sweep()).toEqual({ expired: 0 });
    expect((await plane.store.action(action?.id ?? ''))?.state).toBe('cancelled');
  });

  it('If a staged Action still has a Task that no execution has ended, Action and Task expire together', async () => {
    const [action] = numbered(1, until(start + hour));
    if (!action) throw new Error('no Action');
    const plane = await worldWith([action]);
    const task = requestedTask(action, { dueAt: action.stagedUntil });
    await plane.world.stored.write([putTask(task)]);
    plane.passTo(start + hour + 1);
    expect(await plane.sweep()).toEqual({ expired: 1 });
    const rows = [await plane.store.action(action.id), await plane.store.task(task.id)];
    expect(rows.map((row) => row?.state)).toEqual(['expired', 'expired']);
    expect(plane.decisions().map(({ kind }) => kind)).toEqual(['approval.expired']);
  });
});
