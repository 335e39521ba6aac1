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

const owner = { login: 'adjuster', sub: 'sub-adjuster', at: new Date(start).toISOString() };

function facts(more: Partial<GrantFacts> = {}, decision: Partial<Decision> = {}): GrantFacts {
  const task = requestedTask(action, { state: 'granted' });
  return { action, owner, task, decisions: [grantOf(task, decision)], payload: canonicalJson(payload), ...more };
}

const broken = (given: GrantFacts): string => {
  const standing = standingGrant(given);
  return 'broken' in standing ? standing.broken : 'stands';
};

describe('The check of a grant', () => {
  it('A grant is valid if Task, digest, payload and Decisions are unchanged', () => {
    expect(standingGrant(facts())).toEqual({ grants: 1, policies: [policies], payload: canonicalJson(payload) });
  });

  it('A grant by the bound owner is not valid, whatever login the owner has now; if no owner is bound, no grant is valid', () => {
    const renamed = { by: { kind: 'human', id: owner.sub, name: 'another-login' } } as const;
    const asked = requestedTask(action, { state: 'granted' });
    const decision = grantOf(asked, { ...renamed, id: decisionId('approval.granted', asked.id, renamed.by) });
    expect(broken(facts({ decisions: [decision] }))).toBe('approval.by_party');
    expect(broken(facts({ owner: undefined }))).toBe('owner.unbound');
  });

  it('A grant is not valid without a granted Task of the same Action and round', () => {
    const task = requestedTask(action, { state: 'granted' });
    const others = [
      undefined,
      { ...task, state: 'open' as const },
      { ...task, actionId: 'act-2' },
      { ...task, round: 2 },
    ];
    expect(others.map((other) => broken(facts({ task: other })))).toEqual(others.map(() => 'approval.missing'));
  });

  it('A grant is not valid if the payload does not match its hash', () => {
    for (const other of [undefined, canonicalJson({ ...payload, amount: '90000.00' })]) {
      expect(broken(facts({ payload: other }))).toBe('payload.differs');
    }
  });

  it('A Decision with another digest, Task or kind, after the deadline, or not by a human does not count as a grant', () => {
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

  it('Two grants by the same person do not fill a quorum of two', () => {
    const task = requestedTask(action, { state: 'granted', quorum: 2 });
    expect(broken(facts({ task, decisions: [grantOf(task), grantOf(task)] }))).toBe('approval.quorum');
    const second = grantOf(task, { by: { kind: 'human', id: 'sub-approver-2', name: 'approver-2' } });
    expect(broken(facts({ task, decisions: [grantOf(task), second] }))).toBe('stands');
    expect(broken(facts({ task, decisions: [grantOf(task), undefined] }))).toBe('approval.quorum');
  });
});

describe('The policies that a grant is bound to', () => {
  it('A grant becomes invalid if a policy that it is bound to has changed or no longer decides; it stays valid if another policy decides as well', () => {
    const now = { 'permit.claims': 'a'.repeat(64), 'permit.other': 'b'.repeat(64) };
    expect(policiesChanged([policies], now)).toBe(false);
    expect(policiesChanged([policies], { 'permit.claims': 'c'.repeat(64) })).toBe(true);
    expect(policiesChanged([policies], { 'permit.other': 'b'.repeat(64) })).toBe(true);
  });

  it('A grant that is bound to no policy is not valid', () => {
    expect(policiesChanged([{}], policies)).toBe(true);
  });
});
