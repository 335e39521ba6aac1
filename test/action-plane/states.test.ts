import { describe, expect, it } from 'vitest';
import {
  actionStateTable,
  IllegalTransition,
  moveAction,
  moveTask,
  taskStateTable,
} from '../../action-plane/states.ts';
import { actionStates, type ActionState } from '../../contract/rows/action.ts';
import { taskStates } from '../../contract/rows/task.ts';
import { requestedTask, stagedAction } from '../support/plane.ts';

const allowed = `
staged          -> pending | cancelled | expired | voided
pending         -> approved | denied | cancelled | expired | voided
approved        -> approved | committing | cancelled | voided
committing      -> committed | failed | approved | outcome_unknown | voided
outcome_unknown -> committed | failed | approved | outcome_unknown | voided | staged
committed       -> committed | compensated`;

describe('The states of the Action Plane', () => {
  it('An Action can go from one state to another only if the table in this test allows it', () => {
    const rule = new Map(
      allowed
        .trim()
        .split('\n')
        .map((line) => [
          line.split('->')[0]?.trim(),
          line
            .split('->')[1]
            ?.split('|')
            .map((state) => state.trim()),
        ]),
    );
    const follows = (from: ActionState, to: ActionState): boolean => {
      try {
        return moveAction(stagedAction({ state: from }), to).state === to;
      } catch (error) {
        if (error instanceof IllegalTransition) return false;
        throw error;
      }
    };
    for (const from of actionStates) {
      expect([from, actionStates.filter((to) => follows(from, to)).sort()]).toEqual([
        from,
        [...(rule.get(from) ?? [])].sort(),
      ]);
    }
  });

  it('A Task that has ended cannot change its state', () => {
    const action = stagedAction();
    for (const state of taskStates) {
      if (state === 'requested' || state === 'open') continue;
      for (const to of taskStates) {
        expect(() => moveTask(requestedTask(action, { state }), to), `${state} -> ${to}`).toThrow(IllegalTransition);
      }
    }
  });

  it('Every state that is not an end has an owner, a deadline and a next step', () => {
    for (const row of [...Object.values(actionStateTable), ...Object.values(taskStateTable)]) {
      if (row.owner === 'none') continue;
      expect(row.next.length).toBeGreaterThan(0);
      expect(row.step).not.toBe('none');
      expect(row.deadline).not.toBe('none');
    }
  });

  it('A transition raises the version by one; a transition to `outcome_unknown` keeps the lease, and one to `committed` removes it', () => {
    const lease = { fencingToken: 1, untilMillis: 1 };
    const claimed = stagedAction({ state: 'committing', version: 4, lease, reason: 'before' });
    expect(moveAction(claimed, 'committed')).not.toHaveProperty('lease');
    expect(moveAction(claimed, 'committed')).not.toHaveProperty('reason');
    expect(moveAction(claimed, 'outcome_unknown')).toMatchObject({ version: 5, lease });
  });
});
