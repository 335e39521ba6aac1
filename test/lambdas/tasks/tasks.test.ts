import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../contract/authority/identity.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { tasks } from '../../../lambdas/tasks/tasks.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, kind, planeWorld, queue, stagedAction } from '../../support/plane.ts';

const approver = human('approver-1');

async function reading(options: Parameters<typeof planeWorld>[0] = {}) {
  const plane = await planeWorld(options);
  await plane.store.storeToken(plane.taskId, { wait: 1, attempt: 0 }, 'a-secret-token');
  const handle = byRoute(tasks(plane));
  return {
    plane,
    list: (caller: Caller, query: Record<string, string> = { queue: queue.id }) =>
      handle(requestBy(caller, { routeKey: 'GET /v1/tasks', query })),
    read: (caller: Caller, id = plane.taskId) => handle(requestBy(caller, { routeKey: 'GET /v1/tasks/{id}', id })),
  };
}

describe('The answer about a Task', () => {
  it('An approver sees subject, old and new values, rationale, evidence, deadline and the digest that a decision must name', async () => {
    const { plane, read } = await reading();
    const answer = await read(approver);
    expect(bodyOfAnswer(answer)).toMatchObject({
      task: { id: plane.taskId, state: 'requested', digest: plane.digest, slaSeconds: 3600, quorum: 1 },
      action: { id: plane.actionId, target: { ref: 'CLM-1' }, requester: { name: 'claims-agent' }, owner: 'adjuster' },
      payload: { amount: '1500.00' },
      changes: [{ label: 'Reserve', from: '1000.00', to: '1500.00' }],
      rationale: 'the repair costs more',
      basis: { tool: 'tool.claim.lookup' },
      evidence: [],
      passages: [],
      sources: [],
    });
    expect(bodyOfAnswer(answer)).toMatchObject({
      task: { title: kind.title, grantedByMe: false },
      action: { pins: stagedAction().authoring.pins },
    });
  });

  it('The task token appears neither in the list nor in the answer about a Task', async () => {
    const { list, read } = await reading();
    for (const answer of [await list(approver), await read(approver)]) expect(answer.body).not.toContain('token');
  });

  it('Reading a Task writes one event with reader and Task, and the answer has the id of that event', async () => {
    const { plane, read } = await reading();
    const answer = await read(approver);
    expect(plane.events()).toMatchObject([
      { kind: 'read', subject: plane.taskId, actionId: plane.actionId, actor: { name: 'approver-1' } },
    ]);
    expect(answer.headers?.['audit-event-id']).toBe(plane.events()[0]?.eventId);
  });

  it('C21: Reading a Task changes nothing, however often it is read', async () => {
    const { plane, list, read } = await reading();
    const before = [await plane.task(), await plane.action()];
    for (let i = 0; i < 3; i += 1) await read(approver);
    await list(approver);
    expect([await plane.task(), await plane.action()]).toEqual(before);
    expect(plane.decisions()).toEqual([]);
  });

  it.each([
    ['the requester', agent],
    ['a human of another group', human('adjuster', ['adjusters'])],
    ['an agent whose token claims the group', { ...agent, groups: ['approvers'] }],
  ])('If %s asks for a Task, the answer is a 404', async (_name, caller) => {
    const { plane, list, read } = await reading();
    await expect(read(caller)).rejects.toMatchObject({ code: 'task.unknown' });
    await expect(list(caller)).rejects.toMatchObject({ code: 'task.unknown' });
    expect(plane.events()).toEqual([]);
  });

  it('An auditor reads the case of any Task, and the read is an event; the Task is in no list of the auditor', async () => {
    const { plane, list, read } = await reading();
    const auditor = human('auditor', ['auditors']);
    expect(bodyOfAnswer(await read(auditor))).toMatchObject({ task: { id: plane.taskId, grantedByMe: false } });
    expect(plane.events()).toMatchObject([{ kind: 'read', subject: plane.taskId, actor: { name: 'auditor' } }]);
    await expect(list(auditor)).rejects.toMatchObject({ code: 'task.unknown' });
  });

  it('A member who is not cleared for the markings of a Task cannot read it, and the list marks it as not readable', async () => {
    const { list, read } = await reading({ task: { groups: ['uncleared'] } });
    const caller = human('approver-3', ['uncleared']);
    await expect(read(caller)).rejects.toMatchObject({ code: 'marking.exceeds_clearance' });
    expect(bodyOfAnswer(await list(caller))).toMatchObject({ tasks: [{ readable: false }] });
  });
});
