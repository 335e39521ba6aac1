import { describe, expect, it } from 'vitest';
import { approvalDigest } from '../../../contract/rows/approval-digest.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import { queue as queueFile } from '../../../contract/artefacts/queue.ts';
import { queue } from '../artefacts.ts';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';
import { action, request, requestedTask } from './requested.ts';

describe('A request for approval', () => {
  it("A request for approval makes one Task whose id comes from the Action and the round, with the queue's groups and the kind's quorum", async () => {
    const { result, effect, decision } = await request();
    const dueAt = '2026-02-03T14:00:00.000Z';
    expect(effect?.row).toEqual({
      id: taskId(action.id, 1),
      state: 'requested',
      version: 1,
      actionId: action.id,
      round: 1,
      queue: 'queue.reserves',
      groups: ['approvers', 'adjusters'],
      quorum: 2,
      digest: approvalDigest(action, dueAt),
      requestedBy: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
      requestedAt: '2026-02-03T10:00:00.000Z',
      slaSeconds: 14_400,
      dueAt,
      runId: 'run-0123456789abcdef',
      purpose: 'claims.adjustment',
      release: 'release-1',
      markings: ['pii.medium', 'regulated.kvkk'],
      grants: [],
      wait: 0,
    });
    expect(result).toMatchObject({ id: effect?.row.id, state: 'requested', quorum: 2, grants: 0, dueAt });
    expect(decision).toEqual({ actionId: action.id, taskId: effect?.row.id });
  });

  it("If the Task exists already, a request returns that Task without an effect, whatever the Task's state and the request's key", async () => {
    const task = { ...(await requestedTask()), state: 'open', version: 2 } as const;
    const again = await request({ task, action: { state: 'pending' }, sla: 'PT1H', call: factsOf() });
    expect(again).not.toHaveProperty('effect');
    expect(again.result).toMatchObject({ id: task.id, state: 'open', version: 2, slaSeconds: 14_400 });
  });

  it('If the Action is in another round, a request makes another Task', async () => {
    const second = await requestedTask({ action: { round: 2 } });
    expect([second.id, second.round]).toEqual([taskId(action.id, 2), 2]);
    expect(second.id).not.toBe((await requestedTask()).id);
  });

  it.each([
    ['a queue that the action kind does not name', { queue: { id: 'queue.other' } }, '/queue'],
    ['an Action that is pending', { action: { state: 'pending' } }, '/subject/id'],
    ['an Action that was cancelled', { action: { state: 'cancelled' } }, '/subject/id'],
    ['an Action that has expired', { action: { stagedUntil: '2026-02-03T10:00:00.999Z' } }, '/subject/id'],
    ['an Action whose expiry cannot be read', { action: { stagedUntil: 'soon' } }, '/subject/id'],
  ] as const)('A request for approval is refused with subject.unfit if it names %s', async (_, more, pointer) => {
    expect(await failureOf(() => request(more))).toMatchObject({ code: 'subject.unfit', pointer });
  });

  it('A request for approval without a run is refused with run.required', async () => {
    expect((await failureOf(() => request({ call: { ...factsOf(), run: undefined } }))).code).toBe('run.required');
  });
});

describe('The SLA of a request', () => {
  it.each([
    ['PT1H', 3600, '2026-02-03T11:00:00.000Z'],
    ['PT4H', 14_400, '2026-02-03T14:00:00.000Z'],
    ['PT1S', 1, '2026-02-03T10:00:01.000Z'],
  ])(
    'A request may set its SLA to %s, which is at most the four hours of the queue',
    async (sla, slaSeconds, dueAt) => {
      expect(await requestedTask({ sla })).toMatchObject({ slaSeconds, dueAt });
    },
  );

  it.each(['PT4H1S', 'P1D', 'PT0S', '-PT1H', 'PT1.5H', 'P1M', '1h', '', 'PT', 'P'])(
    "A request whose SLA is %j is refused, because that is longer than the queue's SLA or not a positive duration",
    async (sla) => {
      expect(await failureOf(() => request({ sla }))).toMatchObject({ code: 'arguments.invalid', pointer: '/sla' });
    },
  );

  it('If the Action expires before the SLA ends, the Task is due when the Action expires', async () => {
    const stagedUntil = '2026-02-03T10:30:00.000Z';
    expect((await requestedTask({ action: { stagedUntil } })).dueAt).toBe(stagedUntil);
  });
});

describe('The warning time of a Task', () => {
  const warned = { queue: { warnBeforeSeconds: 3600 } };

  it('A Task of a queue with warnBefore gets a warning time, counted back from its deadline', async () => {
    expect((await requestedTask(warned)).warnAt).toBe('2026-02-03T13:00:00.000Z');
    expect((await requestedTask({ ...warned, sla: 'PT1H1S' })).warnAt).toBe('2026-02-03T10:00:01.000Z');
  });

  it('A Task that has no more time than warnBefore gets no warning time, whether its SLA or its Action ends first', async () => {
    expect(await requestedTask({ ...warned, sla: 'PT1H' })).not.toHaveProperty('warnAt');
    const action = { stagedUntil: '2026-02-03T10:30:00.000Z' };
    expect(await requestedTask({ ...warned, action })).not.toHaveProperty('warnAt');
  });
});

describe('The file of a queue', () => {
  const refusedAt = (file: unknown) => queueFile.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

  it('The file of a queue is refused if it has no group, a group twice, or a time of 0 seconds', () => {
    expect(refusedAt(queue)).toEqual([]);
    expect(refusedAt({ ...queue, groups: [] })).toEqual(['groups']);
    expect(refusedAt({ ...queue, groups: ['a', 'a'] })).toEqual(['groups']);
    expect(refusedAt({ ...queue, slaSeconds: 0 })).toEqual(['slaSeconds']);
    expect(refusedAt({ ...queue, warnBeforeSeconds: 0 })).toEqual(['warnBeforeSeconds']);
  });
});
