import { describe, expect, it } from 'vitest';
import { Failure, type FailureCode } from '../../../contract/failures.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Pdp } from '../../../contract/system.ts';
import { verifyTask } from '../../../lambdas/action-plane/approval-verify/verify-task.ts';
import { storeToken } from '../../../lambdas/action-plane/approval-wait/store-token.ts';
import { decideTask } from '../../../lambdas/decide/decide-task.ts';
import { bodyOfAnswer, requestBy, voteRequest } from '../../support/http-request.ts';
import { agent, human, insurerRelease, planeWorld, queue, sor, start } from '../../support/plane.ts';
import { SimulatedSor } from '../../support/simulated-sor.ts';
import { Tokens } from '../../support/state-machine.ts';

type Options = Parameters<typeof planeWorld>[0] & { readonly open?: boolean; readonly pdp?: Pdp };

/** A Task that is open, and the function that decides it. */
async function deciding(options: Options = {}) {
  const clock = { millis: start };
  const plane = await planeWorld({ now: () => clock.millis, ...options });
  const tokens = new Tokens();
  const deps = { ...plane, ...(options.pdp === undefined ? {} : { pdp: options.pdp }), tokens };
  const verify = verifyTask({ ...deps, connectors: new SimulatedSor(sor, plane.now) });
  if (options.open !== false) await verify({ taskId: plane.taskId, generation: 1 });
  const decide = decideTask(deps);
  const vote = async (by: Caller, decision: 'grant' | 'deny' = 'grant'): Promise<FailureCode | number | undefined> => {
    try {
      return (await decide(voteRequest(plane, { by, decision }, clock.millis))).statusCode;
    } catch (error) {
      if (error instanceof Failure) return error.code;
      throw error;
    }
  };
  return { plane, tokens, clock, decide, vote, wait: storeToken({ ...deps, now: plane.now }) };
}

const [first, second] = [human('approver-1'), human('approver-2')];

describe('a decision', () => {
  it('is not written if its attempt would start at the deadline, though the vote was read before it', async () => {
    const { plane, clock } = await deciding();
    const due = Date.parse((await plane.task()).dueAt);
    clock.millis = due - 1;
    const slow = decideTask({
      ...plane,
      tokens: new Tokens(),
      head: {
        current: async () => {
          clock.millis = due;
          return plane.head.current();
        },
      },
    });
    await expect(slow(voteRequest(plane, { by: first, decision: 'grant' }, due - 1))).rejects.toMatchObject({
      code: 'task.decided',
    });
    expect(plane.decisions()).toEqual([]);
  });

  it('grants: Task and Action in one step, bound to the digest and to the policies by the hash of their text', async () => {
    const { plane, vote } = await deciding();
    expect(await vote(first)).toBe(200);
    const [decision] = plane.decisions();
    const { texts } = await plane.release.policies();
    expect(decision).toMatchObject({ kind: 'approval.granted', digest: plane.digest, by: { name: 'approver-1' } });
    const bound = Object.entries(decision?.policies ?? {});
    expect(bound.length).toBeGreaterThan(0);
    for (const [id, hash] of bound) expect(hash).toBe(texts[id]);
    expect([(await plane.task()).state, (await plane.action()).state]).toEqual(['granted', 'approved']);
    expect(decision?.id.startsWith('approval.granted#')).toBe(true);
  });

  it('denies, with a reason that the requester sees', async () => {
    const { plane, vote } = await deciding();
    expect(await vote(first, 'deny')).toBe(200);
    expect(await plane.action()).toMatchObject({ state: 'denied', reason: 'as discussed' });
    expect((await plane.task()).state).toBe('denied');
  });

  it('C17: a decision that falls between the reads of Task and Action is seen whole: the second is answered 409', async () => {
    const { plane, vote, decide, clock } = await deciding();
    const { store } = plane;
    let torn = false;
    const between = {
      ...plane,
      tokens: new Tokens(),
      store: {
        ...store,
        action: async (id: string) => {
          if (!torn) {
            torn = true;
            await decide(voteRequest(plane, { by: second, decision: 'grant' }, clock.millis));
          }
          return store.action(id);
        },
      },
    };
    const late = decideTask(between)(voteRequest(plane, { by: first, decision: 'grant' }, clock.millis));
    await expect(late).rejects.toMatchObject({ code: 'task.decided' });
    expect([(await plane.action()).state, await vote(first, 'deny')]).toEqual(['approved', 'task.decided']);
  });

  it('C17: two approvers decide at the same instant: one outcome, the second answered 409', async () => {
    const { plane, vote } = await deciding();
    const answers = await Promise.all([vote(first, 'grant'), vote(second, 'deny')]);
    expect(answers.map(String).sort()).toEqual(['200', 'task.decided']);
    expect(plane.decisions()).toHaveLength(1);
  });

  it('C17: a second decision after the first is answered 409, by the same person too', async () => {
    const { vote } = await deciding();
    expect(await vote(first)).toBe(200);
    expect([await vote(second, 'deny'), await vote(first)]).toEqual(['task.decided', 'task.decided']);
    const denied = await deciding();
    await denied.vote(first, 'deny');
    expect(await denied.vote(first, 'deny')).toBe('task.decided');
  });

  it('C17: a decision at the deadline or after it is answered 409, although nobody has expired the Task yet', async () => {
    const { vote, clock, plane } = await deciding();
    clock.millis = start + queue.slaSeconds * 1000;
    expect(await vote(first)).toBe('task.decided');
    expect([plane.decisions().length, (await plane.task()).state]).toEqual([0, 'open']);
  });

  it('a Task can be decided once it is open, and not before', async () => {
    const { vote } = await deciding({ open: false });
    expect(await vote(first)).toBe('task.not_open');
  });

  it('a quorum counts people, not votes', async () => {
    const { plane, vote } = await deciding({ action: { approval: { queues: [queue.id], quorum: 2 } } });
    expect([await vote(first), await vote(first)]).toEqual([200, 'approval.forbidden']);
    expect([(await plane.task()).state, (await plane.action()).state]).toEqual(['open', 'pending']);
    expect(await vote(second)).toBe(200);
    expect([(await plane.task()).state, (await plane.action()).state]).toEqual(['granted', 'approved']);
    expect(plane.decisions()).toHaveLength(2);
  });
});

describe('four eyes', () => {
  const requester = { kind: 'human', id: 'sub-adjuster', name: 'adjuster' } as const;

  it('C18: the requester approves its own small amount: 403', async () => {
    const { plane, vote } = await deciding({ action: { requester, requesterGroups: ['approvers'] } });
    expect(await vote(human('adjuster'))).toBe('approval.forbidden');
    expect(plane.decisions()).toEqual([]);
  });

  it('the human who answers for the requesting agent does not grant, nor does whoever asked for the approval', async () => {
    expect(await (await deciding()).vote(human('adjuster'))).toBe('approval.forbidden');
    const asked = await deciding({ task: { requestedBy: { kind: 'human', id: first.id, name: 'another' } } });
    expect(await asked.vote(first)).toBe('approval.forbidden');
  });

  it('a login that has the name of the requesting agent is no second pair of eyes', async () => {
    expect(await (await deciding()).vote(human(agent.name))).toBe('approval.forbidden');
  });

  it('denying one’s own is allowed', async () => {
    const { plane, vote } = await deciding({ action: { requester, requesterGroups: ['approvers'] } });
    expect(await vote(human('adjuster'), 'deny')).toBe(200);
    expect((await plane.action()).state).toBe('denied');
  });

  it('another grants what a human staged, whose groups are asked about as they were', async () => {
    const { plane, vote } = await deciding({ action: { requester, requesterGroups: ['approvers'] } });
    expect(await vote(first)).toBe(200);
    expect((await plane.action()).state).toBe('approved');
  });
});

describe('whoever may not decide', () => {
  it.each([
    ['an agent', agent],
    ['a human of another group', human('auditor', ['auditors'])],
    ['an operator', human('operator', ['operators'])],
    ['an agent whose token claims a group', { ...agent, groups: ['approvers'] }],
  ])('%s is told that there is no such Task', async (_name, caller) => {
    const { vote } = await deciding();
    expect([await vote(caller), await vote(caller, 'deny')]).toEqual(['task.unknown', 'task.unknown']);
  });

  it('a member who is not cleared for what it is about is refused', async () => {
    const { vote } = await deciding({ task: { groups: ['uncleared'] } });
    expect(await vote(human('approver-3', ['uncleared']))).toBe('marking.exceeds_clearance');
  });

  it('nobody decides a Task that is not there', async () => {
    const { decide } = await deciding();
    const asked = decide(requestBy(first, { id: 'task-none', body: { decision: 'grant', digest: '0'.repeat(64) } }));
    await expect(asked).rejects.toMatchObject({ code: 'task.unknown' });
  });
});

describe('what a decision is bound to', () => {
  it('a digest other than the one shown is refused', async () => {
    const { plane, decide } = await deciding();
    const body = { decision: 'grant', digest: '0'.repeat(64) };
    await expect(decide(requestBy(first, { id: plane.taskId, body, at: start }))).rejects.toMatchObject({
      code: 'task.digest_differs',
    });
  });

  it('a row that no longer has the digest shown is refused', async () => {
    const { vote } = await deciding({ task: { digest: '1'.repeat(64) } });
    expect(await vote(first)).toBe('task.digest_differs');
  });

  it('what could not be committed now is not granted now, but can be denied', async () => {
    const { plane, vote } = await deciding({ release: insurerRelease({ definition: { scopes: [] } }) });
    expect(await vote(first)).toBe('permission.denied');
    expect(plane.decisions()).toEqual([]);
    expect(await vote(first, 'deny')).toBe(200);
  });

  it('a decision point that fails has not allowed, nor has one that names no policy', async () => {
    for (const pdp of [
      { decide: async () => ({ verdict: 'failed' as const, policies: [] }) },
      { decide: () => Promise.reject(new Error('no wasm')) },
      { decide: async () => ({ verdict: 'allow' as const, policies: [] }) },
      { decide: async () => ({ verdict: 'allow' as const, policies: ['unknown'] }) },
    ]) {
      const { vote } = await deciding({ pdp });
      expect(await vote(first)).toBe('permission.failed');
    }
  });

  it.each([
    [{ decision: 'approve', digest: '0'.repeat(64) }, 'request.invalid'],
    [{ decision: 'grant' }, 'request.invalid'],
    [{ decision: 'grant', digest: '0'.repeat(64), more: 1 }, 'request.invalid'],
    [{ decision: 'deny', digest: '0'.repeat(64) }, 'request.invalid'],
    ['{"decision":"grant","decision":"deny"}', 'body.duplicate_key'],
    ['', 'body.malformed'],
  ])('a body that is no vote is refused: %j', async (body, code) => {
    const { plane, decide } = await deciding();
    await expect(decide(requestBy(first, { id: plane.taskId, body }))).rejects.toMatchObject({ code });
  });
});

describe('whoever sees both the decision and the token resumes', () => {
  it('the decision, where the token is there already', async () => {
    const { plane, tokens, vote, wait } = await deciding();
    const { token, result } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    await vote(first);
    expect(await result).toMatchObject({ next: 'commit', taskId: plane.taskId, actionId: plane.actionId });
  });

  it('the wait, where the decision came first', async () => {
    const { plane, tokens, vote, wait } = await deciding();
    await vote(first, 'deny');
    const { token, result } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    expect(await result).toMatchObject({ next: 'end' });
  });

  it('neither, while a quorum is not met', async () => {
    const { plane, tokens, vote, wait } = await deciding({ action: { approval: { queues: [queue.id], quorum: 2 } } });
    const { token } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    await vote(first);
    expect(await tokens.resume(token, {})).toBe('resumed');
  });

  it('a token that is gone fails no decision', async () => {
    const { plane, vote, wait } = await deciding();
    await wait({ taskId: plane.taskId, wait: 1, token: 'gone' });
    expect(await vote(first)).toBe(200);
    expect((await plane.action()).state).toBe('approved');
  });

  it('no step that leaves the server holds a token', async () => {
    const { plane, tokens, vote, wait, decide } = await deciding();
    const { token, result } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    const answer = await decide(voteRequest(plane, { by: first, decision: 'grant' }, start));
    expect(JSON.stringify([bodyOfAnswer(answer), await result, plane.events()])).not.toContain(token);
    await vote(second);
  });
});
