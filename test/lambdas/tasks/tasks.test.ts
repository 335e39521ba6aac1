import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../contract/authority/identity.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { tasks } from '../../../lambdas/tasks/tasks.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, planeWorld, queue } from '../../support/plane.ts';

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

describe('a Task as an approver reads it', () => {
  it('shows subject, old and new values, rationale, evidence, deadline and the digest that a decision names', async () => {
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
    });
  });

  it('never shows the token, neither in the list nor alone', async () => {
    const { list, read } = await reading();
    for (const answer of [await list(approver), await read(approver)]) expect(answer.body).not.toContain('token');
  });

  it('writes one event that names the reader and the Task, and the answer names the event', async () => {
    const { plane, read } = await reading();
    const answer = await read(approver);
    expect(plane.events()).toMatchObject([
      { kind: 'read', subject: plane.taskId, actionId: plane.actionId, actor: { name: 'approver-1' } },
    ]);
    expect(answer.headers?.['audit-event-id']).toBe(plane.events()[0]?.eventId);
  });

  it('C21: however often it is read, nothing changes', async () => {
    const { plane, list, read } = await reading();
    const before = [await plane.task(), await plane.action()];
    for (let i = 0; i < 3; i += 1) await read(approver);
    await list(approver);
    expect([await plane.task(), await plane.action()]).toEqual(before);
    expect(plane.decisions()).toEqual([]);
  });

  it.each([
    ['the requester', agent],
    ['a human of another group', human('auditor', ['auditors'])],
    ['an agent whose token claims the group', { ...agent, groups: ['approvers'] }],
  ])('%s gets a 404', async (_name, caller) => {
    const { plane, list, read } = await reading();
    await expect(read(caller)).rejects.toMatchObject({ code: 'task.unknown' });
    await expect(list(caller)).rejects.toMatchObject({ code: 'task.unknown' });
    expect(plane.events()).toEqual([]);
  });

  it('If a member is not cleared for its markings, it is refused, and the list says so without showing it', async () => {
    const { list, read } = await reading({ task: { groups: ['uncleared'] } });
    const caller = human('approver-3', ['uncleared']);
    await expect(read(caller)).rejects.toMatchObject({ code: 'marking.exceeds_clearance' });
    expect(bodyOfAnswer(await list(caller))).toMatchObject({ tasks: [{ readable: false }] });
  });
});

describe('the list of a queue', () => {
  it('has the Tasks that are still to be decided, unless the caller asks for another state', async () => {
    const { plane, list } = await reading();
    expect(bodyOfAnswer(await list(approver))).toMatchObject({ tasks: [{ id: plane.taskId, readable: true }] });
    const granted = await list(approver, { queue: queue.id, state: 'granted,denied' });
    expect(bodyOfAnswer(granted)).toMatchObject({ tasks: [] });
  });

  it('If the query has no queue, an unknown queue or an unknown state, it is refused', async () => {
    const { list } = await reading();
    await expect(list(approver, {})).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(list(approver, { queue: queue.id, state: 'gone' })).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(list(approver, { queue: 'queue.none' })).rejects.toMatchObject({ code: 'task.unknown' });
  });
});
