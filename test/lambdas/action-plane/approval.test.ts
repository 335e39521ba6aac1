import { describe, expect, it } from 'vitest';
import { expireTask } from '../../../lambdas/action-plane/approval-expire/expire-task.ts';
import { verifyTask } from '../../../lambdas/action-plane/approval-verify/verify-task.ts';
import { storeToken } from '../../../lambdas/action-plane/approval-wait/store-token.ts';
import { human, planeWorld, queue, sor, start } from '../../support/plane.ts';
import { play } from '../../support/plane-run.ts';
import { SimulatedSor } from '../../support/simulated-sor.ts';
import { Tokens } from '../../support/state-machine.ts';

describe('A Task that nobody decides', () => {
  it('C16: A Task that nobody decides ends at its deadline with a Decision `approval.expired`, not with a denial, and the agent can see it', async () => {
    const { plane, sor: seen } = await play();
    expect((await plane.task()).state).toBe('expired');
    expect(await plane.action()).toMatchObject({ state: 'expired', reason: 'task.due' });
    const [decision, ...others] = plane.decisions();
    expect([decision?.kind, others.length]).toEqual(['approval.expired', 0]);
    expect(Date.parse(decision?.at ?? '')).toBeGreaterThanOrEqual(start + queue.slaSeconds * 1000);
    expect(seen.requests).toEqual([]);
    expect(plane.events().at(-1)).toMatchObject({
      kind: 'decision',
      from: 'pending',
      to: 'expired',
      actor: { kind: 'platform' },
    });
  });

  it('A Task whose target could never be read ends at its deadline with a Decision `approval.expired`', async () => {
    const { plane, quiet } = await play({
      world: { action: { target: { sor: 'sor.gone', resource: 'claim', ref: 'CLM-1', version: '"1"' } } },
    });
    expect([(await plane.task()).state, (await plane.action()).state, quiet]).toEqual(['expired', 'expired', true]);
  });

  it('If the function `approval-expire` runs before the deadline of a Task, the Task does not expire, and the machine waits again', async () => {
    const plane = await planeWorld({ task: { state: 'open' }, action: { state: 'pending' } });
    const step = await expireTask(plane)({ taskId: plane.taskId, generation: 1 });
    expect(step).toMatchObject({ next: 'wait', wait: 1, timeoutSeconds: queue.slaSeconds });
    expect(plane.decisions()).toEqual([]);
  });

  it('After 64 waits a Task expires, even before its deadline', async () => {
    const plane = await planeWorld({ task: { state: 'open' }, action: { state: 'pending' } });
    await plane.store.storeToken(plane.taskId, { wait: 64, attempt: 0 }, 'token');
    const step = await expireTask(plane)({ taskId: plane.taskId, generation: 1 });
    expect(step.next).toBe('end');
    expect(await plane.action()).toMatchObject({ state: 'expired', reason: 'task.waits_exhausted' });
  });

  it('If a Task was decided just before its deadline, it does not expire', async () => {
    const votes = [{ atSeconds: 3599.9, by: human('approver-1'), decision: 'deny' as const }];
    const { plane } = await play({ votes, extras: [{ atSeconds: 3600, invoke: 'ApprovalExpire' }] });
    expect(plane.decisions().map(({ kind }) => kind)).toEqual(['approval.denied']);
  });
});

describe('The check of the target before a Task opens', () => {
  it('If nothing has changed, the Task opens, and a second check changes nothing', async () => {
    const plane = await planeWorld();
    const verify = verifyTask({ ...plane, connectors: new SimulatedSor(sor, plane.now) });
    const input = { taskId: plane.taskId, generation: 1 };
    const steps = [await verify(input), await verify(input)];
    expect(steps.map(({ next }) => next)).toEqual(['wait', 'wait']);
    expect(await plane.action()).toMatchObject({ state: 'pending', version: 2, taskId: plane.taskId });
    expect(plane.events()).toHaveLength(1);
  });

  it('If the target could not be read reliably, the Task stays requested', async () => {
    const plane = await planeWorld();
    const verify = verifyTask({
      ...plane,
      connectors: { read: async () => ({ kind: 'unavailable', reason: 'outbound.timeout' }) },
    });
    await expect(verify({ taskId: plane.taskId, generation: 1 })).rejects.toMatchObject({
      code: 'dependency.unavailable',
    });
    expect((await plane.task()).state).toBe('requested');
  });

  it('If the Action was cancelled in the meantime, only the Task becomes void', async () => {
    const plane = await planeWorld({ action: { state: 'cancelled' } });
    const verify = verifyTask({ ...plane, connectors: new SimulatedSor(sor, plane.now) });
    expect((await verify({ taskId: plane.taskId, generation: 1 })).next).toBe('end');
    expect([(await plane.task()).state, (await plane.action()).state]).toEqual(['void', 'cancelled']);
  });
});

describe('The task token of a wait', () => {
  it('If the token of an earlier wait arrives late, the later token stays stored', async () => {
    const plane = await planeWorld({ task: { state: 'open' } });
    const wait = storeToken({ ...plane, tokens: new Tokens() });
    await wait({ taskId: plane.taskId, wait: 2, token: 'second' });
    await wait({ taskId: plane.taskId, wait: 1, token: 'first' });
    expect(await plane.store.token(plane.taskId)).toEqual({ wait: 2, token: 'second' });
  });

  it('The error of a failed wait does not contain the token', async () => {
    const plane = await planeWorld();
    const wait = storeToken({ ...plane, tokens: new Tokens() });
    for (const input of [
      { taskId: 'task-none', wait: 1, token: 'a-secret' },
      { taskId: '', wait: 0, token: 'a-secret' },
    ]) {
      const error: unknown = await wait(input).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(Error);
      expect(JSON.stringify([String(error), error])).not.toContain('a-secret');
    }
  });
});
