import { expect, it } from 'vitest';
import { z } from 'zod';
import { ask } from './support/ask.ts';
import { decide, openTask, queue } from './support/reserve.ts';
import { answered, refused } from './support/shapes.ts';

const row = z.looseObject({ id: z.string(), state: z.string(), readable: z.boolean() });
const taskList = z.object({ tasks: z.array(row), cursor: z.string().optional() });
const actionList = z.object({ actions: z.array(row), cursor: z.string().optional() });
const get = (who: string, path: string) => ask(who, { method: 'GET', path });
const tasksOf = async (who: string, query = '') => answered(await get(who, `/v1/tasks${query}`), taskList);
const actionsOf = async (who: string, query = '') => answered(await get(who, `/v1/actions${query}`), actionList);

const claim = 'CLM-2026-000070';

it('An approver finds a Task in the own list with all that an inbox shows, and in the counts of the own queue', async () => {
  const open = await openTask({ claim });
  const { tasks } = await tasksOf('approver-1', `?target=${claim}&due=PT5H`);
  const found = tasks.find(({ id }) => id === open.taskId);
  expect(found).toMatchObject({
    state: 'open',
    title: 'Change the reserve of a claim',
    target: { sor: 'sor.policy-admin', ref: claim },
    requester: { kind: 'agent', name: 'claims-agent' },
    owner: 'operator',
    purpose: 'claims.adjustment',
    changes: open.shown.changes,
    dueAt: open.dueAt,
    markings: ['pii.medium', 'regulated.kvkk'],
    readable: true,
  });
  const me = answered(await get('approver-1', '/v1/me'), z.looseObject({ name: z.string() }));
  expect(me).toMatchObject({ kind: 'human', name: 'approver-1', groups: ['approvers'], queues: [{ id: queue }] });
  const counts = z.object({ queues: z.array(z.looseObject({ id: z.string(), waiting: z.number() })) });
  const { queues } = answered(await get('approver-1', '/v1/queues'), counts);
  expect(queues).toMatchObject([{ id: queue, title: 'Approvals of the claims department' }]);
  expect(queues[0]?.waiting).toBeGreaterThanOrEqual(1);

  const { actions } = await actionsOf('operator', `?target=${claim}&state=pending&requester=claims-agent`);
  expect(actions.find(({ id }) => id === open.actionId)).toMatchObject({
    title: 'Change the reserve of a claim',
    target: { ref: claim },
    next: { owner: 'queue', until: open.dueAt },
    approvals: { taskId: open.taskId, queue },
  });
  const own = await actionsOf('claims-agent', `?target=${claim}`);
  expect(own.actions.map(({ id }) => id)).toContain(open.actionId);
  const requested = await tasksOf('claims-agent', `?requester=me&target=${claim}`);
  expect(requested.tasks.map(({ id }) => id)).toContain(open.taskId);

  await decide('approver-1', open, { decision: 'deny' });
  expect((await tasksOf('approver-1', `?target=${claim}`)).tasks.map(({ id }) => id)).not.toContain(open.taskId);
});

it('A caller who may not see a case finds it in no list, and an unknown queue gets the same bytes as a queue of others', async () => {
  const open = await openTask({ claim });
  for (const who of ['auditor', 'intern-agent', 'operator', 'claims-agent']) {
    expect(await tasksOf(who)).toEqual({ tasks: [] });
    const foreign = refused(await get(who, `/v1/tasks?queue=${queue}`));
    const absent = refused(await get(who, '/v1/tasks?queue=queue.none'));
    expect({ ...foreign, eventId: '' }).toEqual({ ...absent, eventId: '' });
    expect(foreign).toMatchObject({ status: 404, code: 'task.unknown' });
    expect(answered(await get(who, '/v1/queues'), z.looseObject({ queues: z.array(z.unknown()) })).queues).toEqual([]);
  }
  // An auditor finds the Action of a claim, and then asks for its story.
  const found = await actionsOf('auditor', `?target=${claim}`);
  expect(found.actions.map(({ id }) => id)).toContain(open.actionId);
  for (const who of ['intern-agent', 'approver-1', 'adjuster']) {
    const ids = (await actionsOf(who, `?target=${claim}`)).actions.map(({ id }) => id);
    expect(ids).not.toContain(open.actionId);
    expect((await tasksOf(who, `?requester=me&target=${claim}`)).tasks.map(({ id }) => id)).not.toContain(open.taskId);
  }
});

it('The pages of a list have each Task once, and a cursor of one approver is refused for another', async () => {
  const opened = [await openTask({ claim }), await openTask({ claim })];
  const query = `?target=${claim}&limit=1`;
  const first = await tasksOf('approver-1', query);
  const others = await get('approver-2', `/v1/tasks${query}&cursor=${first.cursor}`);
  expect(refused(others)).toMatchObject({ status: 400, code: 'request.invalid' });
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await tasksOf('approver-1', cursor === undefined ? query : `${query}&cursor=${cursor}`);
    found.push(...page.tasks.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== undefined);
  expect(new Set(found).size).toBe(found.length);
  for (const { taskId } of opened) expect(found).toContain(taskId);
});
