import { expect, it } from 'vitest';
import { ask } from './support/ask.ts';
import { auditLogWith } from './support/audit-log.ts';
import { prepare, queue, readTask, requestApproval, stage, stageReserve } from './support/reserve.ts';
import { dispatch, newKey, openRun } from './support/run.ts';
import { actionRead, answered, refused, requested, staged, taskRead, withdrawn } from './support/shapes.ts';

it('If a caller requests approval of one Action with two keys, both requests get the same Task; with one key for two Actions, the second request gets 422', async () => {
  const { run, actionId } = await stageReserve({ claim: 'CLM-2026-000069' });
  const other = answered(
    await stage(run, await prepare(run, { claim: 'CLM-2026-000069', amount: '27000.00' })),
    staged,
  );
  const [one, two] = [newKey(), newKey()];
  const answers = await Promise.all([one, two].map((key) => requestApproval(run, actionId, { key })));
  const [first, second] = answers.map((answer) => answered(answer, requested).result);
  expect(first?.id).toBe(second?.id);
  expect(first?.actionId).toBe(actionId);
  const derived = answered(await requestApproval(run, actionId), requested).result;
  expect(derived.id).toBe(first?.id);

  const reused = await requestApproval(run, other.result.id, { key: one });
  expect(refused(reused)).toMatchObject({ status: 422, code: 'key.reused' });
  for (const told of [first?.id ?? '', actionId]) expect(reused.text).not.toContain(told);
  const own = answered(await requestApproval(run, other.result.id, { key: newKey() }), requested).result;
  expect(own.id).not.toBe(first?.id);
});

it('A request for approval may shorten the time limit of its queue but not lengthen it', async () => {
  const { run, actionId } = await stageReserve({ claim: 'CLM-2026-000069' });
  const longer = await requestApproval(run, actionId, { sla: 'PT5H' });
  expect(refused(longer)).toMatchObject({ status: 400, code: 'arguments.invalid', pointer: '/sla' });
  const shorter = answered(await requestApproval(run, actionId, { sla: 'PT1H' }), requested).result;
  expect(Date.parse(shorter.dueAt) - Date.now()).toBeLessThanOrEqual(3_600_000);
  const seen = answered(await readTask('approver-1', shorter.id), taskRead);
  expect(['requested', 'open']).toContain(seen.task.state);
});

it('A caller cannot request approval for an Action of another caller', async () => {
  const { actionId } = await stageReserve({ claim: 'CLM-2026-000069' });
  const run = await openRun('adjuster');
  expect((await requestApproval(run, actionId)).status).toBeGreaterThanOrEqual(403);
});

it('If an agent withdraws a Task about its validation, the Task ends once; the second withdrawal shows the first reason, and strangers get the 404 of an absent Task', async () => {
  const run = await openRun();
  const { evidence } = await prepare(run, { claim: 'CLM-2026-000069' });
  const [{ event: id, arguments: args, result }] = evidence;
  const body = {
    subject: { kind: 'Decision', id },
    queue,
    decision: { rationale: 'A human must confirm the verdict.', arguments: args, result },
  };
  const task = answered(await dispatch(run, 'tool.decision.request-approval', { body }), requested).result;
  const withdraw = (who: string, reason: string, taskId = task.id) =>
    ask(who, { method: 'POST', path: `/v1/tasks/${taskId}/withdraw`, body: { reason } });
  const absent = await withdraw('claims-agent', 'none', task.id.replace(/[0-9a-f]{64}/, '0'.repeat(64)));
  for (const who of ['approver-1', 'operator', 'intern-agent']) {
    const stranger = refused(await withdraw(who, 'not mine'));
    expect({ ...stranger, eventId: '' }).toEqual({ ...refused(absent), eventId: '' });
    expect(stranger).toMatchObject({ status: 404, code: 'task.unknown' });
  }
  const first = await withdraw('claims-agent', 'The estimate was wrong');
  const second = await withdraw('claims-agent', 'Another reason');
  for (const answer of [first, second])
    expect(answered(answer, withdrawn)).toMatchObject({
      reason: 'The estimate was wrong',
      task: { state: 'withdrawn' },
    });
  expect([first.replayed, second.replayed]).toEqual([false, true]);
  expect(second.text).toBe(first.text);
  const logged = await auditLogWith({ run: run.runId }, [first.eventId]);
  expect(logged.filter(({ decisionKind }) => decisionKind === 'approval.withdrawn')).toHaveLength(1);
});

it('If an agent reads its Action with the header Prefer: wait, it is answered as soon as the state changes', async () => {
  const { run, actionId } = await stageReserve({ claim: 'CLM-2026-000069' });
  const waiting = ask('claims-agent', {
    method: 'GET',
    path: `/v1/actions/${actionId}`,
    headers: { prefer: 'wait=20' },
  });
  answered(await requestApproval(run, actionId), requested);
  const seen = answered(await waiting, actionRead);
  expect(seen).toMatchObject({ state: 'pending', approvals: { state: 'open' } });
});
