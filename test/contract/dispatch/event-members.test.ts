import { describe, expect, it } from 'vitest';
import { failClosed, policyHashesOf } from '../../../contract/authority/fail-closed.ts';
import type { PdpRequest } from '../../../contract/system.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { policiesOf } from '../../support/policies.ts';
import { readEvent } from '../../../lambdas/read-event.ts';
import { decisionOf, transitionOf, type Stamp } from '../../../action-plane/stamp.ts';
import { moveAction } from '../../../action-plane/states.ts';
import type { DecisionEvent } from '../../../contract/audit.ts';
import type { Decision } from '../../../contract/rows/task.ts';
import { requestBy } from '../../support/http-request.ts';
import { someAction } from '../../support/rows.ts';

const human = { kind: 'human', id: 'ayse-sub', name: 'ayse' } as const;
const stamp: Stamp = {
  function: 'decide',
  uuid: '00000000-0000-7000-8000-000000000001',
  atMillis: Date.parse('2026-11-30T09:00:00Z'),
  by: human,
  release: 'release-1',
  via: { requestId: 'JKJaXmPLvHcESHA=', sourceIp: '198.51.100.7' },
};
const action = someAction({
  subject: 'Storm damage of November',
  lookups: { policy: { eventId: 'e', sor: 'sor.policy-admin', resource: 'policy', ref: 'P-7', version: '"1"' } },
});
const moves = { action: { from: action, to: moveAction(action, 'pending', { taskId: 'task-1' }) } };
const decision: Decision = {
  id: 'approval.granted#1',
  kind: 'approval.granted',
  actionId: action.id,
  by: human,
  at: '2026-11-30T09:00:00.000Z',
  reason: 'The invoice of the garage is plausible.',
  policies: { 'tenant.b': sha256('text of b'), 'floor.a': sha256('text of a') },
};
const eventOf = (more: Partial<Decision>): DecisionEvent =>
  decisionOf({ stamp, seen: action }, moves, { ...decision, ...more }).event as DecisionEvent;

describe('The members of an event', () => {
  it('If a request caused an event, the event has the request id of the gateway and the source address', () => {
    const request = requestBy({ ...human, groups: [] });
    const read = readEvent(request, { release: 'release-1', subject: 'audit by day' });
    expect(read).toMatchObject({ requestId: 'JKJaXmPLvHcESHA=', sourceIp: '198.51.100.7' });
    expect(eventOf({})).toMatchObject(stamp.via ?? {});
  });

  it('If no request caused a transition, its event has neither a request id nor a source address', () => {
    const { via: _, ...own } = stamp;
    const { event } = transitionOf({ stamp: own, seen: action }, moves);
    expect(Object.keys(event).filter((name) => name === 'requestId' || name === 'sourceIp')).toEqual([]);
  });

  const [claim, policy] = ['sor.policy-admin/claim/CLM-1', 'sor.policy-admin/policy/P-7'].map(sha256);

  it('Each event of an Action has the hash of its target, and does not have the id of the target', () => {
    const { event } = transitionOf({ stamp, seen: action }, moves);
    for (const one of [event, eventOf({})]) expect(one).toMatchObject({ targets: [claim] });
    expect(JSON.stringify([event, eventOf({})])).not.toContain('CLM-1');
  });

  it('The event of the function `approval-verify` has the hash of the target and of each further record that the Action relies on', () => {
    const { event } = transitionOf({ stamp: { ...stamp, function: 'approval-verify' }, seen: action }, moves);
    expect(event).toMatchObject({ targets: [claim, policy] });
  });

  it('The event of a Decision on an Action has the subject of the run in which the Action was staged', () => {
    expect(eventOf({})).toHaveProperty('subject', 'Storm damage of November');
  });

  it('The event of a Decision has the hash of the reason that a human gave, and not the reason', () => {
    expect(eventOf({}).reasonHash).toBe(sha256('The invoice of the garage is plausible.'));
    expect(JSON.stringify(eventOf({}))).not.toContain('garage');
  });

  it('The event of a Decision of the platform has no hash of a reason, because its reasons are codes', () => {
    const by = { kind: 'platform', id: 'commit-send', name: 'commit-send' } as const;
    expect(eventOf({ by, reason: 'target.changed' })).not.toHaveProperty('reasonHash');
  });

  it('The event of a grant has the policies that allow the commit, and the hash of the text of each in the same order', () => {
    expect(eventOf({})).toMatchObject({
      policies: ['floor.a', 'tenant.b'],
      policyHashes: [sha256('text of a'), sha256('text of b')],
    });
  });
});

describe('The hashes of policies', () => {
  const set = policiesOf('permit (principal, action, resource);');
  const id = Object.keys(set.texts).find((one) => one.startsWith('tenant.')) ?? '';
  const request = {} as PdpRequest;

  it('The hash of a policy that decided is the hash of its text', () => {
    expect(policyHashesOf(set, [id])).toEqual([sha256('permit (principal, action, resource);')]);
  });

  it('If the PDP names a policy that the set does not have, the verdict is `failed`, because nobody could read that policy later', async () => {
    const pdp = { decide: async () => ({ verdict: 'allow' as const, policies: [id, 'tenant.gone'] }) };
    expect(await failClosed(pdp, set, request)).toEqual({ verdict: 'failed', policies: [id] });
  });
});
