import { describe, expect, it } from 'vitest';
import type { Queue } from '../../../contract/artefacts/queue.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { threads } from '../../../adapters/tables/threads.ts';
import { decideTask } from '../../../lambdas/decide/decide-task.ts';
import { reassignTask } from '../../../lambdas/reassign/reassign-task.ts';
import { threadRoutes } from '../../../lambdas/threads/thread-routes.ts';
import { bodyOfAnswer, requestBy, voteRequest } from '../../support/http-request.ts';
import { agent, human, insurerRelease, planeWorld, queue, start } from '../../support/plane.ts';

const second: Queue = { ...queue, id: 'queue.second', groups: ['second-approvers'] };
const [one, two] = [human('approver-1'), human('approver-2')];
const next = human('approver-9', ['second-approvers']);
const owner = human('adjuster', ['uncleared', 'approvers-of-none', 'operators']);
const hours = 3600_000;
const action = { state: 'pending', approval: { queues: [queue.id, second.id], quorum: 1 } } as const;

type Door = 'claim' | 'release' | 'comments' | 'questions' | 'answers';

interface Body {
  readonly id?: string;
  readonly text?: string;
  readonly question?: number;
}

async function threadWorld(task: Partial<Task> = {}) {
  const release = insurerRelease({ queues: [second] });
  const plane = await planeWorld({ action, task: { state: 'open', ...task }, release });
  let now = start;
  const routes = threadRoutes({ ...plane, threads: threads(plane.world.database), now: () => now });
  const post = (by: Caller, door: Door, { id = plane.taskId, ...body }: Body = {}) =>
    routes[`POST /v1/tasks/{id}/${door}`](requestBy(by, { id, at: now, body: JSON.stringify(body) }));
  const read = async (by: Caller, id = plane.taskId) =>
    bodyOfAnswer(await routes['GET /v1/tasks/{id}/thread'](requestBy(by, { id, at: now })));
  const pass = (millis: number): void => {
    now += millis;
  };
  return { ...plane, post, read, pass };
}

const kindsIn = ({ entries }: Record<string, unknown>) => (entries as { kind: string }[]).map(({ kind }) => kind);

describe('The thread of a Task', () => {
  it('One asks, the requester answers, one claims and another decides; then the digest is still that of what was shown', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'questions', { text: 'Which garage?' });
    expect(await plane.read(agent)).toMatchObject({
      entries: [{ number: 1, kind: 'question', text: 'Which garage?' }],
    });
    await plane.post(agent, 'answers', { question: 1, text: 'The one in the estimate' });
    await plane.post(two, 'comments', { text: 'I know it' });
    await plane.post(one, 'claim');
    const shown = await plane.read(two);
    expect(shown).toMatchObject({ claim: { by: { name: one.name } } });
    expect(kindsIn(shown)).toEqual(['question', 'answer', 'comment', 'claim']);
    expect(await plane.task()).toMatchObject({ digest: plane.digest, version: 1 });
    const tokens = { resume: async () => 'resumed' as const };
    const granted = await decideTask({ ...plane, tokens })(voteRequest(plane, { by: two, decision: 'grant' }, start));
    expect(bodyOfAnswer(granted)).toMatchObject({ task: { state: 'granted', digest: plane.digest } });
  });

  it('The requester sees questions and answers, but no comment and no claim', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'claim');
    await plane.post(one, 'comments', { text: 'a secret among us' });
    await plane.post(one, 'questions', { text: 'why' });
    const seen = await plane.read(agent);
    expect(kindsIn(seen)).toEqual(['question']);
    expect(JSON.stringify(seen)).not.toMatch(/secret|claim"/);
  });

  it('The bound owner of the requesting agent answers; another human of the same login does not', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'questions', { text: 'why' });
    await plane.post(owner, 'answers', { question: 1, text: 'because' });
    const other = { ...owner, id: 'sub-of-another' };
    await expect(plane.post(other, 'answers', { question: 1, text: 'no' })).rejects.toMatchObject({
      code: 'task.unknown',
    });
  });

  it.each([
    ['a stranger', next],
    ['an operator', human('operator', ['operators'])],
  ])('At every door %s gets the answer for a Task that does not exist, and nothing is written', async (_, caller) => {
    const plane = await threadWorld();
    for (const id of [plane.taskId, 'task-none']) {
      const asked = [
        () => plane.read(caller, id),
        () => plane.post(caller, 'claim', { id }),
        () => plane.post(caller, 'release', { id }),
        () => plane.post(caller, 'comments', { text: 'a', id }),
        () => plane.post(caller, 'questions', { text: 'a', id }),
        () => plane.post(caller, 'answers', { question: 1, text: 'a', id }),
      ];
      const answers = await Promise.all(asked.map((ask) => ask().catch((error: unknown) => error)));
      for (const answer of answers)
        expect(answer).toMatchObject({
          code: 'task.unknown',
          message: 'there is no Task with this id, or this caller may not read it',
        });
    }
    expect(plane.world.stored.items('threads')).toEqual([]);
  });

  it('A requester neither claims nor comments, and a member who is not the requester does not answer', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'questions', { text: 'why' });
    for (const door of ['comments', 'questions'] as const)
      await expect(plane.post(agent, door, { text: 'a' })).rejects.toMatchObject({ code: 'task.unknown' });
    await expect(plane.post(agent, 'claim')).rejects.toMatchObject({ code: 'task.unknown' });
    await expect(plane.post(one, 'answers', { question: 1, text: 'a' })).rejects.toMatchObject({
      code: 'task.unknown',
    });
  });

  it('A second person cannot claim until the claim is released or has ended after four hours', async () => {
    const plane = await threadWorld({ dueAt: new Date(start + 24 * hours).toISOString() });
    await plane.post(one, 'claim');
    await expect(plane.post(two, 'claim')).rejects.toMatchObject({ code: 'task.claimed' });
    await expect(plane.post(two, 'release')).rejects.toMatchObject({ code: 'subject.unfit' });
    await plane.post(one, 'release');
    await plane.post(two, 'claim');
    plane.pass(4 * hours - 1);
    await expect(plane.post(one, 'claim')).rejects.toMatchObject({ code: 'task.claimed' });
    plane.pass(1);
    await plane.post(one, 'claim');
    expect(await plane.read(two)).toMatchObject({ claim: { by: { name: one.name } } });
  });

  it('If two claim at the same time, one has the claim', async () => {
    const plane = await threadWorld();
    const ended = await Promise.allSettled([plane.post(one, 'claim'), plane.post(two, 'claim')]);
    expect(ended.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(kindsIn(await plane.read(one))).toEqual(['claim']);
  });

  it('A repeated post adds nothing, and its answer has the entry that is there', async () => {
    const plane = await threadWorld();
    for (const [by, door, body] of [
      [one, 'claim', {}],
      [one, 'comments', { text: 'a' }],
      [one, 'questions', { text: 'a' }],
      [agent, 'answers', { question: 3, text: 'a' }],
      [one, 'release', {}],
    ] as const) {
      const answers = [await plane.post(by, door, body), await plane.post(by, door, body)];
      expect(answers.map(({ headers }) => headers?.['idempotent-replayed'])).toEqual([undefined, 'true']);
      expect(bodyOfAnswer(answers[1]!)).toEqual(bodyOfAnswer(answers[0]!));
    }
    expect(kindsIn(await plane.read(one))).toHaveLength(5);
  });

  it.each(['granted', 'denied', 'expired', 'withdrawn', 'void'] as const)(
    'A Task that is %s takes a comment, but no claim, question or answer',
    async (state) => {
      const plane = await threadWorld({ state });
      await expect(plane.post(one, 'claim')).rejects.toMatchObject({ code: 'task.decided' });
      await expect(plane.post(one, 'questions', { text: 'a' })).rejects.toMatchObject({ code: 'task.decided' });
      await expect(plane.post(agent, 'answers', { question: 1, text: 'a' })).rejects.toMatchObject({
        code: 'task.decided',
      });
      await plane.post(one, 'comments', { text: 'a' });
    },
  );

  it('If the Task has ended, nobody works on it any more, and the former claimant cannot claim it again', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'claim');
    plane.pass(hours);
    expect(await plane.read(two)).not.toHaveProperty('claim');
    await expect(plane.post(one, 'claim')).rejects.toMatchObject({ code: 'task.decided' });
  });

  it('An answer names a question of the thread, and a text that hides characters is refused', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'comments', { text: 'a' });
    await expect(plane.post(agent, 'answers', { question: 1, text: 'a' })).rejects.toMatchObject({
      code: 'subject.unfit',
    });
    await expect(plane.post(one, 'comments', { text: 'a\u202Eb' })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('Each entry has an event with the hash of its text, and no event has the text', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'comments', { text: 'the secret garage' });
    const events = plane.events();
    expect(events).toMatchObject([
      { kind: 'thread', step: 'comment', entry: 1, taskId: plane.taskId, actor: { name: one.name } },
    ]);
    expect(events[0]).toHaveProperty('textHash');
    expect(JSON.stringify(events)).not.toContain('garage');
  });

  it('After a reassignment the new members read the thread, and the former ones get the answer for an absent Task', async () => {
    const plane = await threadWorld();
    await plane.post(one, 'comments', { text: 'for the others' });
    const body = JSON.stringify({ queue: second.id, reason: 'theirs' });
    await reassignTask({ ...plane, now: () => start })(requestBy(one, { id: plane.taskId, at: start, body }));
    expect(kindsIn(await plane.read(next))).toEqual(['comment']);
    await expect(plane.read(one)).rejects.toMatchObject({ code: 'task.unknown' });
  });

  it('A thread has at most a hundred entries', async () => {
    const plane = await threadWorld();
    for (let i = 1; i <= 100; i += 1) await plane.post(one, 'comments', { text: `${i}` });
    await expect(plane.post(one, 'comments', { text: 'more' })).rejects.toMatchObject({ code: 'subject.unfit' });
    expect(kindsIn(await plane.read(one))).toHaveLength(100);
  });
});
