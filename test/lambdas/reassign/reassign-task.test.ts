import { describe, expect, it } from 'vitest';
import type { Queue } from '../../../contract/artefacts/queue.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { decideTask } from '../../../lambdas/decide/decide-task.ts';
import { reassignTask } from '../../../lambdas/reassign/reassign-task.ts';
import { bodyOfAnswer, requestBy, voteRequest } from '../../support/http-request.ts';
import { agent, human, insurerRelease, planeWorld, queue, start } from '../../support/plane.ts';

const second: Queue = { ...queue, id: 'queue.second', groups: ['second-approvers'] };
const alone: Queue = { ...queue, id: 'queue.alone', groups: ['approvers'] };
const former = human('approver-1');
const next = human('approver-2', ['second-approvers']);
const action = { state: 'pending', approval: { queues: [queue.id, second.id], quorum: 1 } } as const;

async function openWorld(task: Partial<Task> = {}) {
  const release = insurerRelease({ queues: [second, alone] });
  const plane = await planeWorld({ action, task: { state: 'open', ...task }, release });
  const deps = { ...plane, now: () => start };
  const reassign = (caller: Caller = former, to = second.id, { id = plane.taskId, at = start } = {}) =>
    reassignTask({ ...deps, now: () => at })(
      requestBy(caller, { id, at, body: JSON.stringify({ queue: to, reason: 'they know the garage' }) }),
    );
  const tokens = { resume: async () => 'resumed' as const };
  const vote = (by: Caller, decision: 'grant' | 'deny') =>
    decideTask({ ...deps, tokens })(
      voteRequest({ taskId: plane.taskId, digest: plane.digest }, { by, decision }, start),
    );
  return { ...plane, reassign, vote };
}

describe('The reassignment of a Task', () => {
  it('If a member gives a Task to another queue of its kind, the groups of that queue decide it with the same digest, and the former members get the answer for an absent Task', async () => {
    const plane = await openWorld();
    const before = await plane.task();
    const answer = bodyOfAnswer(await plane.reassign());
    const decisionId = `approval.reassigned#${plane.taskId}#${before.version + 1}`;
    expect(answer).toMatchObject({ decisionId, task: { queue: second.id, state: 'open', digest: plane.digest } });
    const after = await plane.task();
    expect(after).toEqual({
      ...before,
      queue: second.id,
      groups: second.groups,
      version: before.version + 1,
    });
    expect(plane.decisions()).toMatchObject([
      {
        id: decisionId,
        reason: 'they know the garage',
        queue: { from: queue.id, to: second.id },
        by: { name: former.name },
      },
    ]);
    await expect(plane.vote(former, 'grant')).rejects.toMatchObject({ code: 'task.unknown' });
    await expect(plane.reassign(human('approver-3'))).rejects.toMatchObject({ code: 'task.unknown' });
    expect(bodyOfAnswer(await plane.vote(next, 'deny'))).toMatchObject({ task: { state: 'denied' } });
  });

  it('The event of a reassignment names the person, the Task and the Decision, and has only a hash of the reason', async () => {
    const plane = await openWorld();
    await plane.reassign();
    const events = plane.events();
    expect(events).toMatchObject([
      { kind: 'decision', decisionKind: 'approval.reassigned', actor: { name: former.name }, taskId: plane.taskId },
    ]);
    expect(JSON.stringify(events)).not.toContain('garage');
  });

  it('If the same person sends a reassignment again, the answer shows the recorded Decision and nothing changes', async () => {
    const plane = await openWorld();
    const answers = [await plane.reassign(), await plane.reassign()];
    expect(answers.map(({ headers }) => headers?.['idempotent-replayed'])).toEqual([undefined, 'true']);
    expect(bodyOfAnswer(answers[1]!)).toEqual(bodyOfAnswer(answers[0]!));
    expect(plane.decisions()).toHaveLength(1);
  });

  it('If two members reassign a Task at the same time, one Decision counts', async () => {
    const plane = await openWorld();
    const ended = await Promise.allSettled([plane.reassign(), plane.reassign(human('approver-3'))]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(plane.decisions()).toHaveLength(1);
  });

  it.each([
    ['an agent that requested it', agent],
    ['an operator', human('operator', ['operators'])],
    ['a member of the other queue', next],
  ])('If %s reassigns a Task, the answer is the one for a Task that does not exist', async (_, caller) => {
    const plane = await openWorld();
    await expect(plane.reassign(caller)).rejects.toMatchObject({ code: 'task.unknown' });
    await expect(plane.reassign(caller, second.id, { id: 'task-none' })).rejects.toMatchObject({
      code: 'task.unknown',
    });
    expect(plane.decisions()).toEqual([]);
  });

  it.each([alone.id, queue.id, 'queue.none'])(
    'If the queue is %s, which is not another queue of the kind, the refusal names the others',
    async (to) => {
      const plane = await openWorld();
      await expect(plane.reassign(former, to)).rejects.toMatchObject({
        code: 'subject.unfit',
        message: expect.stringContaining(second.id) as string,
      });
    },
  );

  it.each([
    ['requested', 'task.not_open'],
    ['granted', 'task.decided'],
    ['denied', 'task.decided'],
    ['expired', 'task.decided'],
    ['withdrawn', 'task.decided'],
    ['void', 'task.decided'],
  ] as const)('If the Task is %s, it keeps its queue: %s', async (state, code) => {
    const plane = await openWorld({ state });
    await expect(plane.reassign()).rejects.toMatchObject({ code });
    expect((await plane.task()).queue).toBe(queue.id);
  });

  it('A Task with a grant keeps its queue, and so does a Task whose deadline has passed', async () => {
    const granted = await openWorld({ quorum: 2, grants: [{ by: 'sub-approver-3', decisionId: 'd' }] });
    await expect(granted.reassign()).rejects.toMatchObject({ code: 'task.decided' });
    const late = await openWorld();
    const at = start + queue.slaSeconds * 1000;
    await expect(late.reassign(former, second.id, { at })).rejects.toMatchObject({ code: 'task.decided' });
  });
});
