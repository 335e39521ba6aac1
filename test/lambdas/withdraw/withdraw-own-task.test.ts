import { describe, expect, it } from 'vitest';
import { putTask } from '../../../adapters/tables/rows.ts';
import { decisionDigest } from '../../../contract/rows/approval-digest.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { decideTask } from '../../../lambdas/decide/decide-task.ts';
import { withdrawOwnTask } from '../../../lambdas/withdraw/withdraw-own-task.ts';
import { bodyOfAnswer, requestBy, voteRequest } from '../../support/http-request.ts';
import { agent, human, planeWorld, requestedTask, stagedAction, start } from '../../support/plane.ts';

const decision: NonNullable<Task['decision']> = {
  eventId: 'validation#event',
  tool: 'tool.reserve.validate',
  version: '1.0.0',
  argsHash: sha256('arguments'),
  resultHash: sha256('result'),
  caseHash: sha256('case'),
  owner: 'adjuster',
};

/** A Task whose subject is a Decision, beside the Task of the world, whose subject is an Action. */
async function taskWorld(more: Partial<Task> = {}) {
  const plane = await planeWorld();
  const { actionId: _action, ...row } = requestedTask(stagedAction());
  const task: Task = { ...row, id: taskId('a decision', 1), state: 'open', decision, ...more };
  await plane.world.stored.write([putTask({ ...task, digest: decisionDigest(task) })]);
  const resumed: string[] = [];
  const tokens = { resume: async (token: string) => (resumed.push(token), 'resumed' as const) };
  const deps = { ...plane, tokens, now: () => start };
  const withdraw = (caller = agent, id = task.id, body = '') =>
    withdrawOwnTask(deps)(requestBy(caller, { id, at: start, body }));
  const vote = (by = human('approver-1')) =>
    decideTask(deps)(voteRequest({ taskId: task.id, digest: decisionDigest(task) }, { by, decision: 'grant' }, start));
  return { ...plane, own: task.id, resumed, withdraw, vote };
}

describe('The withdrawal of a Task whose subject is a Decision', () => {
  it.each(['requested', 'open'] as const)(
    'If its requester withdraws a Task that is %s, one Decision ends it and the wait is resumed',
    async (state) => {
      const plane = await taskWorld({ state });
      await plane.store.storeToken(plane.own, { wait: 1, attempt: 0 }, 'token');
      const answers = [await plane.withdraw(agent, plane.own, '{"reason":"wrong call"}'), await plane.withdraw()];
      const decisionId = `approval.withdrawn#${plane.own}`;
      for (const answer of answers) {
        expect(bodyOfAnswer(answer)).toMatchObject({ decisionId, reason: 'wrong call', task: { state: 'withdrawn' } });
      }
      expect(answers.map(({ headers }) => headers?.['idempotent-replayed'])).toEqual([undefined, 'true']);
      expect(plane.decisions()).toMatchObject([
        { id: decisionId, kind: 'approval.withdrawn', subject: 'validation#event', reason: 'wrong call' },
      ]);
      expect(plane.events()).toMatchObject([
        { kind: 'decision', decisionKind: 'approval.withdrawn', requestId: 'JKJaXmPLvHcESHA=' },
        { kind: 'read', subject: plane.own },
      ]);
      expect(plane.resumed).toContain('token');
      await expect(plane.vote()).rejects.toMatchObject({ code: 'task.decided' });
    },
  );

  it.each(['granted', 'denied', 'expired', 'void'] as const)(
    'If its requester withdraws a Task that is %s, the request is refused',
    async (state) => {
      const plane = await taskWorld({ state });
      await expect(plane.withdraw()).rejects.toMatchObject({ code: 'task.decided' });
      expect(plane.decisions()).toEqual([]);
    },
  );

  it('Only the requester can withdraw a Task; any other caller gets the answer for a Task that does not exist', async () => {
    const plane = await taskWorld();
    for (const caller of [human('approver-1'), human('adjuster'), human('operator', ['operators'])]) {
      await expect(plane.withdraw(caller)).rejects.toMatchObject({ code: 'task.unknown' });
    }
    await expect(plane.withdraw(agent, 'task-none')).rejects.toMatchObject({ code: 'task.unknown' });
    expect(plane.decisions()).toEqual([]);
  });

  it('If the subject of a Task is an Action, its withdrawal is refused, and the error names the Action to withdraw instead', async () => {
    const plane = await taskWorld();
    await expect(plane.withdraw(agent, plane.taskId)).rejects.toMatchObject({
      code: 'subject.unfit',
      message: expect.stringContaining(plane.actionId) as string,
    });
    expect((await plane.task()).state).toBe('requested');
  });

  it('If a grant and a withdrawal of one Task come at the same time, one of them counts and the other is refused', async () => {
    const plane = await taskWorld();
    const ended = await Promise.allSettled([plane.vote(), plane.withdraw()]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(plane.decisions()).toHaveLength(1);
  });
});
