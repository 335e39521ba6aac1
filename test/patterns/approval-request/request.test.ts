import { describe, expect, it } from 'vitest';
import { approvalDigest } from '../../../contract/rows/approval-digest.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import { queue as queueFile } from '../../../contract/artefacts/queue.ts';
import { queue } from '../artefacts.ts';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';
import { action, request, requestedTask } from './requested.ts';

describe('a request for approval', () => {
  it('makes one Task, named by its Action and round, with the queue’s groups and the kind’s quorum', async () => {
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

  it('answers an existing Task, without an effect, whatever its state and key', async () => {
    const task = { ...(await requestedTask()), state: 'open', version: 2 } as const;
    const again = await request({ task, action: { state: 'pending' }, sla: 'PT1H', call: factsOf() });
    expect(again).not.toHaveProperty('effect');
    expect(again.result).toMatchObject({ id: task.id, state: 'open', version: 2, slaSeconds: 14_400 });
  });

  it('makes another Task only in another round', async () => {
    const second = await requestedTask({ action: { round: 2 } });
    expect([second.id, second.round]).toEqual([taskId(action.id, 2), 2]);
    expect(second.id).not.toBe((await requestedTask()).id);
  });

  it.each([
    ['a queue that is not of its kind', { queue: { id: 'queue.other' } }, '/queue'],
    ['an Action that is pending', { action: { state: 'pending' } }, '/subject/id'],
    ['an Action that was cancelled', { action: { state: 'cancelled' } }, '/subject/id'],
    ['an Action past its end', { action: { stagedUntil: '2026-02-03T10:00:00.999Z' } }, '/subject/id'],
    ['an Action whose end cannot be read', { action: { stagedUntil: 'soon' } }, '/subject/id'],
  ] as const)('is refused for %s', async (_, more, pointer) => {
    expect(await failureOf(() => request(more))).toMatchObject({ code: 'subject.unfit', pointer });
  });

  it('needs a run', async () => {
    expect((await failureOf(() => request({ call: { ...factsOf(), run: undefined } }))).code).toBe('run.required');
  });
});

describe('the SLA of a request', () => {
  it.each([
    ['PT1H', 3600, '2026-02-03T11:00:00.000Z'],
    ['PT4H', 14_400, '2026-02-03T14:00:00.000Z'],
    ['PT1S', 1, '2026-02-03T10:00:01.000Z'],
  ])('may shorten the queue’s: %s', async (sla, slaSeconds, dueAt) => {
    expect(await requestedTask({ sla })).toMatchObject({ slaSeconds, dueAt });
  });

  it.each(['PT4H1S', 'P1D', 'PT0S', '-PT1H', 'PT1.5H', 'P1M', '1h', '', 'PT', 'P'])(
    'never lengthens the queue’s and must be a duration: %j is refused',
    async (sla) => {
      expect(await failureOf(() => request({ sla }))).toMatchObject({ code: 'arguments.invalid', pointer: '/sla' });
    },
  );

  it('ends no later than the Action', async () => {
    const stagedUntil = '2026-02-03T10:30:00.000Z';
    expect((await requestedTask({ action: { stagedUntil } })).dueAt).toBe(stagedUntil);
  });
});

describe("a queue's file", () => {
  const refusedAt = (file: unknown) => queueFile.safeParse(file).error?.issues.map(({ path }) => path.join('/')) ?? [];

  it('names the groups that decide, each once, and their time', () => {
    expect(refusedAt(queue)).toEqual([]);
    expect(refusedAt({ ...queue, groups: [] })).toEqual(['groups']);
    expect(refusedAt({ ...queue, groups: ['a', 'a'] })).toEqual(['groups']);
    expect(refusedAt({ ...queue, slaSeconds: 0 })).toEqual(['slaSeconds']);
  });
});
