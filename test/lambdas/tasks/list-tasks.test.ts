import { describe, expect, it } from 'vitest';
import { attachmentItem, putAction, putTask } from '../../../adapters/tables/rows.ts';
import { erasedText } from '../../../adapters/tables/aside.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Action, ActionCase } from '../../../contract/rows/action.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { actionId, taskId } from '../../../contract/dispatch/keys.ts';
import { canonicalJson, hashOf, sha256 } from '../../../contract/values/canonical.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { tasks } from '../../../lambdas/tasks/tasks.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import {
  agent,
  human,
  kind,
  planeWorld,
  queue,
  requestedTask,
  shownCase,
  stagedAction,
  start,
} from '../../support/plane.ts';

const approver = human('approver-1');
const minutes = (count: number): string => new Date(start + count * 60_000).toISOString();

interface Row {
  readonly id: string;
  readonly [member: string]: unknown;
}
interface List {
  readonly tasks: readonly Row[];
  readonly cursor?: string;
  readonly [member: string]: unknown;
}

/** A world with one Task, to which a test adds others, and the routes that list Tasks. */
async function listWorld(options: Parameters<typeof planeWorld>[0] = {}) {
  const plane = await planeWorld(options);
  const handle = byRoute(tasks(plane));
  const add = async (name: string, more: Partial<Task> = {}, actionMore: Partial<Action> = {}): Promise<Task> => {
    const action = stagedAction({ id: actionId(sha256(name)), ...actionMore });
    const task = requestedTask(action, { state: 'open', ...more });
    await plane.world.stored.write([putAction(action), putTask(task)]);
    return task;
  };
  const ask = (caller: Caller, query: Record<string, string> = {}) =>
    handle(requestBy(caller, { routeKey: 'GET /v1/tasks', query, at: start }));
  const list = async (caller: Caller, query?: Record<string, string>) =>
    bodyOfAnswer(await ask(caller, query)) as unknown as List;
  const ids = async (caller: Caller, query?: Record<string, string>) =>
    (await list(caller, query)).tasks.map(({ id }) => id);
  return { plane, add, ask, list, ids, handle };
}

describe('The list of Tasks', () => {
  it('Each row has what an inbox shows: title, target, requester, owner, changes, purpose, deadline, age, markings and state', async () => {
    const { plane, list } = await listWorld({ task: { requestedAt: minutes(-10) } });
    expect(await list(approver)).toEqual({
      at: minutes(0),
      tasks: [
        {
          id: plane.taskId,
          state: 'requested',
          version: 1,
          actionId: plane.actionId,
          round: 1,
          queue: queue.id,
          quorum: 1,
          grants: 0,
          requestedAt: minutes(-10),
          ageSeconds: 600,
          slaSeconds: 3600,
          dueAt: minutes(60),
          digest: plane.digest,
          markings: ['pii.medium'],
          readable: true,
          title: kind.title,
          kind: kind.id,
          target: { sor: 'sor.policy-admin', resource: 'claim', ref: 'CLM-1' },
          requester: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
          owner: 'adjuster',
          purpose: 'claims.adjustment',
          changes: [{ label: 'Reserve', from: '1000.00', to: '1500.00' }],
          grantedByMe: false,
        },
      ],
    });
    expect(plane.events()).toMatchObject([{ kind: 'read', subject: 'tasks', actor: { name: 'approver-1' } }]);
  });

  it('If the caller is not cleared for the markings of a Task, its row has the state, but nothing of its content', async () => {
    const { plane, list } = await listWorld({ task: { groups: ['approvers', 'uncleared'] } });
    const { tasks: rows } = await list(human('approver-3', ['uncleared']), { queue: queue.id });
    expect(rows).toMatchObject([{ id: plane.taskId, readable: false, markings: ['pii.medium'] }]);
    const [row] = rows;
    for (const member of ['title', 'target', 'requester', 'owner', 'purpose', 'changes'])
      expect(row).not.toHaveProperty(member);
  });

  it('If no queue is named, the list has the Tasks of all queues of the caller, and of no other queue', async () => {
    const { plane, add, ids } = await listWorld();
    await add('in another queue', { queue: 'queue.other', groups: ['others'] });
    expect(await ids(approver)).toEqual([plane.taskId]);
    expect(await ids(human('auditor', ['operators']))).toEqual([]);
    expect(await ids(agent)).toEqual([]);
  });

  it('A member of a queue does not see a Task in it whose groups were others at the time of its request', async () => {
    const { plane, add, ids } = await listWorld();
    await add('of earlier members', { groups: ['earlier'] });
    expect(await ids(approver)).toEqual([plane.taskId]);
  });

  it('If a queue is named, its members get its Tasks, members of old get theirs, and anybody else gets the 404 of an unknown queue', async () => {
    const { plane, add, ids, ask } = await listWorld();
    const old = await add('in a removed queue', { queue: 'queue.removed' });
    expect(await ids(approver, { queue: queue.id })).toEqual([plane.taskId]);
    expect(await ids(approver, { queue: 'queue.removed' })).toEqual([old.id]);
    const refused = await ask(agent, { queue: queue.id }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'task.unknown' });
    for (const asked of ['queue.none', 'queue.removed'])
      await expect(ask(human('operator', ['operators']), { queue: asked })).rejects.toEqual(refused);
  });

  it('The filters state, requester, target and due each choose Tasks, and all filters together must match', async () => {
    const { plane, add, ids } = await listWorld();
    const requester = { kind: 'human', id: 'sub-adjuster', name: 'adjuster' } as const;
    const soon = await add('soon', { dueAt: minutes(10) });
    const other = await add('other target', {}, { target: { ...stagedAction().target, ref: 'CLM-2' } });
    const asked = await add('of a human', { requestedBy: requester }, { requester });
    const granted = await add('granted', { state: 'granted', grants: [{ by: approver.id, decisionId: 'd' }] });
    const sorted = (all: readonly string[]) => all.toSorted();
    expect(sorted(await ids(approver))).toEqual(sorted([plane.taskId, soon.id, other.id, asked.id]));
    expect(await ids(approver, { state: 'requested' })).toEqual([plane.taskId]);
    expect(await ids(approver, { state: 'granted,denied' })).toEqual([granted.id]);
    expect(await ids(approver, { requester: 'adjuster' })).toEqual([asked.id]);
    expect(await ids(approver, { requester: 'sub-adjuster' })).toEqual([asked.id]);
    expect(await ids(approver, { target: 'CLM-2' })).toEqual([other.id]);
    expect(await ids(approver, { due: 'PT11M' })).toEqual([soon.id]);
    expect(await ids(approver, { due: minutes(10) })).toEqual([]);
    expect(await ids(approver, { due: minutes(11), target: 'CLM-2' })).toEqual([]);
  });

  it('With requester=me, a caller lists the Tasks that it has requested, even if it is no member of their queue', async () => {
    const { plane, add, ids } = await listWorld();
    await add('of another', { requestedBy: { kind: 'human', id: 'claims-agent', name: 'claims-agent' } });
    expect(await ids(agent, { requester: 'me' })).toEqual([plane.taskId]);
    expect(await ids(agent, { requester: 'me', queue: 'queue.none' })).toEqual([]);
    expect(await ids(approver, { requester: 'me' })).toEqual([]);
  });

  it('A row shows whether the caller has granted the Task', async () => {
    const grants = [{ by: approver.id, decisionId: 'approval.granted#1' }];
    const { list } = await listWorld({ task: { state: 'open', quorum: 2, grants } });
    expect((await list(approver)).tasks).toMatchObject([{ grantedByMe: true, grants: 1 }]);
    expect((await list(human('approver-2'))).tasks).toMatchObject([{ grantedByMe: false }]);
  });

  it('A value that is too large for a list is left out and marked, and the case of an erased Action has no changes', async () => {
    const { plane, add, list } = await listWorld();
    const large: ActionCase = { ...shownCase, changes: [{ label: 'Letter', from: '', to: 'x'.repeat(700) }] };
    const erased: ActionCase = { ...shownCase, rationale: 'of an erased run' };
    for (const [text, value] of [
      [canonicalJson(large), large],
      [erasedText, erased],
    ] as const)
      await plane.world.stored.write([{ put: attachmentItem({ hash: hashOf(value), text }), in: 'actions' }]);
    await add('large', { dueAt: minutes(1) }, { caseHash: hashOf(large) });
    await add('erased', { dueAt: minutes(2) }, { caseHash: hashOf(erased) });
    const { tasks: rows } = await list(approver);
    expect(rows.slice(0, 2)).toMatchObject([{ changes: [{ label: 'Letter', omitted: true }] }, { changes: [] }]);
  });

  it('A Task about a Decision has the title, the tool and the requester of that Decision', async () => {
    const { plane, list } = await listWorld();
    const decision = {
      eventId: 'validation#event',
      tool: 'tool.reserve.stage',
      version: '1.0.0',
      argsHash: sha256('arguments'),
      resultHash: sha256('result'),
      caseHash: sha256('case'),
      owner: 'adjuster',
    };
    const { actionId: _action, ...row } = requestedTask(stagedAction());
    const task = { ...row, id: taskId('a decision', 1), decision, dueAt: minutes(1) };
    await plane.world.stored.write([putTask(task)]);
    expect((await list(approver)).tasks[0]).toMatchObject({
      id: task.id,
      subject: 'validation#event',
      decision: { tool: 'tool.reserve.stage', version: '1.0.0' },
      title: (await plane.release.tool('tool.reserve.stage', '1.0.0'))?.title,
      requester: { name: 'claims-agent' },
      owner: 'adjuster',
      changes: [],
    });
  });

  it.each([
    [{ state: 'gone' }, 'state'],
    [{ limit: '0' }, 'limit'],
    [{ limit: '101' }, 'limit'],
    [{ due: 'tomorrow' }, 'due'],
    [{ due: '2026-03-02' }, 'due'],
    [{ cursor: 'none' }, 'cursor'],
    [{ queues: 'queue.claims' }, 'queues'],
  ])('The parameters %j are refused, and the message names the wrong one', async (query, name) => {
    const { ask } = await listWorld();
    await expect(ask(approver, query)).rejects.toMatchObject({
      code: 'request.invalid',
      message: expect.stringContaining(name) as string,
    });
  });

  it('A cursor belongs to one query of one caller: with other filters or for another caller it is refused', async () => {
    const { add, list, ask } = await listWorld();
    await add('second', { dueAt: minutes(90) });
    const { cursor = '' } = await list(approver, { limit: '1' });
    expect((await list(approver, { limit: '2', cursor })).tasks).toHaveLength(1);
    for (const [caller, query] of [
      [approver, { state: 'open' }],
      [approver, { due: 'PT1H' }],
      [human('approver-2'), {}],
    ] as const)
      await expect(ask(caller, { ...query, cursor })).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('The queues of a caller', () => {
  it('Each queue has the number of its waiting Tasks, the oldest request and the next deadline', async () => {
    const { plane, add, handle } = await listWorld({ task: { requestedAt: minutes(-30) } });
    await add('soon', { dueAt: minutes(5), requestedAt: minutes(-1) });
    await add('not readable', { markings: ['pii.high'] });
    await add('ended', { state: 'granted', dueAt: minutes(1), requestedAt: minutes(-50) });
    await add('of earlier members', { groups: ['earlier'], dueAt: minutes(2) });
    const answer = await handle(requestBy(approver, { routeKey: 'GET /v1/queues', at: start }));
    expect(bodyOfAnswer(answer)).toEqual({
      at: minutes(0),
      queues: [
        {
          id: queue.id,
          title: queue.title,
          slaSeconds: 3600,
          waiting: 3,
          readable: 2,
          oldestRequestedAt: minutes(-30),
          nextDueAt: minutes(5),
        },
      ],
    });
    expect(plane.events()).toMatchObject([{ kind: 'read', subject: 'queues' }]);
  });

  it('A caller who is in no queue has none', async () => {
    const { handle } = await listWorld();
    for (const caller of [agent, human('operator', ['operators'])]) {
      const answer = await handle(requestBy(caller, { routeKey: 'GET /v1/queues' }));
      expect(bodyOfAnswer(answer)).toMatchObject({ queues: [] });
    }
  });

  it('If a queue has more Tasks than are counted, the answer says that there are at least so many', async () => {
    const { plane, handle } = await listWorld();
    const task = await plane.task();
    await plane.world.stored.write(Array.from({ length: 99 }, (_, i) => putTask({ ...task, id: taskId('many', i) })));
    const lists = { ...plane.lists, waiting: async () => Array.from({ length: 1001 }, () => task) };
    const many = byRoute(tasks({ ...plane, lists }));
    const asked = () => requestBy(approver, { routeKey: 'GET /v1/queues' });
    const [counted] = bodyOfAnswer(await handle(asked()))['queues'] as readonly object[];
    expect(counted).toMatchObject({ waiting: 100, oldestRequestedAt: minutes(0) });
    const [atLeast] = bodyOfAnswer(await many(asked()))['queues'] as readonly object[];
    expect(atLeast).toMatchObject({ waiting: 1000, atLeast: true });
    expect(atLeast).not.toHaveProperty('oldestRequestedAt');
  });
});
