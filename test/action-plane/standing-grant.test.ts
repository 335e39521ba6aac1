import { describe, expect, it } from 'vitest';
import { policiesChanged } from '../../action-plane/commit-permission.ts';
import { decisionId } from '../../action-plane/decision-id.ts';
import { standingGrant, type GrantFacts } from '../../action-plane/standing-grant.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import type { Decision, Task } from '../../contract/rows/task.ts';
import { payload, requestedTask, stagedAction, start } from '../support/plane.ts';

const action = stagedAction({ state: 'approved' });
const by = { kind: 'human', id: 'sub-approver-1', name: 'approver-1' } as const;
const policies = { 'permit.claims': 'a'.repeat(64) };

const grantOf = (task: Task, more: Partial<Decision> = {}): Decision => ({
  id: decisionId('approval.granted', task.id, more.by ?? by),
  kind: 'approval.granted',
  actionId: action.id,
  taskId: task.id,
  by,
  at: new Date(start).toISOString(),
  digest: task.digest,
  policies,
  ...more,
});

function facts(more: Partial<GrantFacts> = {}, decision: Partial<Decision> = {}): GrantFacts {
  const task = requestedTask(action, { state: 'granted' });
  return { action, task, decisions: [grantOf(task, decision)], payload: canonicalJson(payload), ...more };
}

const broken = (given: GrantFacts): string => {
  const standing = standingGrant(given);
  return 'broken' in standing ? standing.broken : 'stands';
};

describe('a grant stands', () => {
  it('when Task, digest, payload and Decision rows are what they were', () => {
    expect(standingGrant(facts())).toEqual({ grants: 1, policies: [policies], payload: canonicalJson(payload) });
  });

  it('not without a granted Task of this Action and round', () => {
    const task = requestedTask(action, { state: 'granted' });
    const others = [
      undefined,
      { ...task, state: 'open' as const },
      { ...task, actionId: 'act-2' },
      { ...task, round: 2 },
    ];
    expect(others.map((other) => broken(facts({ task: other })))).toEqual(others.map(() => 'approval.missing'));
  });

  it('not for another payload than the one under the hash', () => {
    for (const other of [undefined, canonicalJson({ ...payload, amount: '90000.00' })]) {
      expect(broken(facts({ payload: other }))).toBe('payload.differs');
    }
  });

  it('not by a Decision on another digest, of another Task, of another kind, after the deadline, or by no human', () => {
    expect(broken(facts({}, { digest: '0'.repeat(64) }))).toBe('digest.differs');
    const strangers: readonly Partial<Decision>[] = [
      { taskId: 'task-2' },
      { actionId: 'act-2' },
      { kind: 'approval.denied' },
      { at: new Date(start + 3600_000).toISOString() },
      { by: { kind: 'agent', id: 'other', name: 'other' } },
      { id: 'approval.granted#another' },
    ];
    for (const stranger of strangers)
      expect(broken(facts({}, stranger)), JSON.stringify(stranger)).toBe('approval.missing');
  });

  it('not by the same person twice where two are asked for', () => {
    const task = requestedTask(action, { state: 'granted', quorum: 2 });
    expect(broken(facts({ task, decisions: [grantOf(task), grantOf(task)] }))).toBe('approval.quorum');
    const second = grantOf(task, { by: { kind: 'human', id: 'sub-approver-2', name: 'approver-2' } });
    expect(broken(facts({ task, decisions: [grantOf(task), second] }))).toBe('stands');
    expect(broken(facts({ task, decisions: [grantOf(task), undefined] }))).toBe('approval.quorum');
  });
});

describe('the policies that a grant is bound to', () => {
  it('are changed when one has another text or no longer decides; a further one changes nothing', () => {
    const now = { 'permit.claims': 'a'.repeat(64), 'permit.other': 'b'.repeat(64) };
    expect(policiesChanged([policies], now)).toBe(false);
    expect(policiesChanged([policies], { 'permit.claims': 'c'.repeat(64) })).toBe(true);
    expect(policiesChanged([policies], { 'permit.other': 'b'.repeat(64) })).toBe(true);
  });

  it('are never none: a grant that is bound to no policy allows nothing', () => {
    expect(policiesChanged([{}], policies)).toBe(true);
  });
});
