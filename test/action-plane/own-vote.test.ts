import { describe, expect, it } from 'vitest';
import { mayVote } from '../../action-plane/decide.ts';
import type { Task } from '../../contract/rows/task.ts';
import { human, requestedTask, stagedAction, start } from '../support/plane.ts';

const voter = human('approver-1');
const owner = { login: 'adjuster', sub: 'sub-adjuster', at: new Date(start).toISOString() };
const grants = [{ by: voter.id, decisionId: 'approval.granted#task#vote' }];

function secondGrant(more: Partial<Task>): unknown {
  const action = stagedAction({ state: 'pending' });
  const task = requestedTask(action, { state: 'open', version: 2, grants, ...more });
  try {
    mayVote({ action, task }, { decision: 'grant', digest: task.digest }, { caller: voter, atMillis: start, owner });
    return 'may vote';
  } catch (error) {
    return error;
  }
}

describe('A second grant by the same person', () => {
  it('If the first grant of a person has ended the Task, the person’s second grant gets the answer that the Task is decided', () => {
    expect(secondGrant({ state: 'granted', version: 3 })).toMatchObject({ code: 'task.decided' });
  });

  it('While a Task waits for more grants, a second grant by the same person is refused', () => {
    expect(secondGrant({ quorum: 2 })).toMatchObject({ code: 'approval.forbidden' });
  });
});
