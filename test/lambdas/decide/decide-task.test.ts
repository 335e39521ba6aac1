import { describe, expect, it } from 'vitest';
import { putTask } from '../../../adapters/tables/rows.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import { decisionDigest } from '../../../contract/rows/approval-digest.ts';
import { Failure, type FailureCode } from '../../../contract/failures.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Pdp } from '../../../contract/system.ts';
import { verifyTask } from '../../../lambdas/action-plane/approval-verify/verify-task.ts';
import { storeToken } from '../../../lambdas/action-plane/approval-wait/store-token.ts';
import { decideTask } from '../../../lambdas/decide/decide-task.ts';
import { bodyOfAnswer, requestBy, voteRequest } from '../../support/http-request.ts';
import {
  agent,
  human,
  insurerRelease,
  planeWorld,
  queue,
  requestedTask,
  sor,
  stagedAction,
  start,
} from '../../support/plane.ts';
import { SimulatedSor } from '../../support/simulated-sor.ts';
import { Tokens } from '../../support/state-machine.ts';

type Options = Parameters<typeof planeWorld>[0] & { readonly open?: boolean; readonly pdp?: Pdp };

/** Creates an open Task and the function that decides it. */
async function decisionWorld(options: Options = {}) {
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

describe('The decision on a Task', () => {
  it('A decision is not written if the write would begin at the deadline, even if the vote was read before it', async () => {
    const { plane, clock } = await decisionWorld();
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

  it('A grant changes Task and Action in one transaction, and is bound to the digest and to the texts of the policies', async () => {
    const { plane, vote } = await decisionWorld();
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

  it('A denial ends Task and Action, and the requester sees its reason', async () => {
    const { plane, vote } = await decisionWorld();
    expect(await vote(first, 'deny')).toBe(200);
    expect(await plane.action()).toMatchObject({ state: 'denied', reason: 'as discussed' });
    expect((await plane.task()).state).toBe('denied');
  });

  it('C17: If a decision is written between the reads of Task and Action, the second voter sees both rows as they are after that decision, and gets a 409', async () => {
    const { plane, vote, decide, clock } = await decisionWorld();
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

  it('C17: If two approvers decide at the same instant, one decision counts and the other gets a 409', async () => {
    const { plane, vote } = await decisionWorld();
    const answers = await Promise.all([vote(first, 'grant'), vote(second, 'deny')]);
    expect(answers.map(String).sort()).toEqual(['200', 'task.decided']);
    expect(plane.decisions()).toHaveLength(1);
  });

  it.each(['grant', 'deny'] as const)(
    'C17: After one person decides a Task with %s, each other decision gets a 409',
    async (decision) => {
      const { plane, vote } = await decisionWorld();
      const opposite = decision === 'grant' ? 'deny' : 'grant';
      expect(await vote(first, decision)).toBe(200);
      const others = [await vote(second, 'grant'), await vote(second, 'deny'), await vote(first, opposite)];
      expect(others).toEqual(['task.decided', 'task.decided', 'task.decided']);
      expect(plane.decisions()).toHaveLength(1);
    },
  );

  it.each(['grant', 'deny'] as const)(
    'If a person sends the same decision (%s) again, the answer has the recorded Decision, and nothing is written but the event of a read',
    async (decision) => {
      const { plane, decide, clock } = await decisionWorld();
      const send = () => decide(voteRequest(plane, { by: first, decision }, clock.millis));
      const recorded = await send();
      const [rows, events] = [[await plane.task(), await plane.action()], plane.events().length];
      clock.millis = start + queue.slaSeconds * 1000;
      const again = await send();
      expect(bodyOfAnswer(again)).toEqual(bodyOfAnswer(recorded));
      expect([recorded.headers?.['idempotent-replayed'], again.headers?.['idempotent-replayed']]).toEqual([
        undefined,
        'true',
      ]);
      expect([await plane.task(), await plane.action()]).toEqual(rows);
      expect(plane.decisions()).toHaveLength(1);
      expect(plane.events().slice(events)).toMatchObject([
        { kind: 'read', subject: plane.taskId, eventId: again.headers?.['audit-event-id'] },
      ]);
    },
  );

  it('If a person sends the same decision again with another digest, or after losing the clearance, the request is refused', async () => {
    const { plane, decide, vote } = await decisionWorld();
    await vote(first);
    const body = { decision: 'grant', digest: '0'.repeat(64) };
    const asked = decide(requestBy(first, { id: plane.taskId, body, at: start }));
    await expect(asked).rejects.toMatchObject({ code: 'task.digest_differs' });
    const uncleared = { ...first, groups: ['approvers-of-old'] };
    const own = await decisionWorld({ task: { groups: ['approvers', 'approvers-of-old'] } });
    await own.vote(first);
    expect(await own.vote(uncleared)).toBe('caller.unknown');
  });

  it('C17: A decision at the deadline or later gets a 409, even if the Task has not expired yet', async () => {
    const { vote, clock, plane } = await decisionWorld();
    clock.millis = start + queue.slaSeconds * 1000;
    expect(await vote(first)).toBe('task.decided');
    expect([plane.decisions().length, (await plane.task()).state]).toEqual([0, 'open']);
  });

  it('A Task can be decided as soon as it is open, and not before', async () => {
    const { vote } = await decisionWorld({ open: false });
    expect(await vote(first)).toBe('task.not_open');
  });

  it('If a Task needs two grants, a second grant by the same person does not count, and one by another person completes the quorum', async () => {
    const { plane, vote } = await decisionWorld({ action: { approval: { queues: [queue.id], quorum: 2 } } });
    expect([await vote(first), await vote(first)]).toEqual([200, 200]);
    expect(plane.decisions()).toHaveLength(1);
    expect([(await plane.task()).state, (await plane.action()).state]).toEqual(['open', 'pending']);
    expect(await vote(second)).toBe(200);
    expect([(await plane.task()).state, (await plane.action()).state]).toEqual(['granted', 'approved']);
    expect(plane.decisions()).toHaveLength(2);
  });
});

describe('The four-eyes rule', () => {
  const requester = { kind: 'human', id: 'sub-adjuster', name: 'adjuster' } as const;

  it('C18: A requester who grants its own change gets a 403, even for a small amount', async () => {
    const { plane, vote } = await decisionWorld({ action: { requester } });
    expect(await vote(human('adjuster'))).toBe('approval.forbidden');
    expect(plane.decisions()).toEqual([]);
  });

  it('The owner of the requesting agent cannot grant, and neither can the person who requested the approval', async () => {
    expect(await (await decisionWorld()).vote(human('adjuster'))).toBe('approval.forbidden');
    const asked = await decisionWorld({ task: { requestedBy: { kind: 'human', id: first.id, name: 'another' } } });
    expect(await asked.vote(first)).toBe('approval.forbidden');
  });

  it('The bound owner of the requesting agent cannot grant under another login', async () => {
    const owner = { ...human('another-login'), id: 'sub-adjuster' };
    const { plane, vote } = await decisionWorld();
    expect(await vote(owner)).toBe('approval.forbidden');
    expect(plane.decisions()).toEqual([]);
  });

  it.each(['Adjuster', 'ADJUSTER', 'ａｄｊｕｓｔｅｒ', 'adjuster', 'аdjuster', 'аԁϳυѕtеr'])(
    'The login %s, which looks like the owner, cannot grant what the owner’s agent requested',
    async (name) => {
      const { vote } = await decisionWorld();
      expect(await vote({ ...human(name), id: 'sub-of-somebody-else' })).toBe('approval.forbidden');
    },
  );

  it('A request of an agent whose owner is not bound cannot be granted, but can be denied', async () => {
    const { plane, vote } = await decisionWorld({ action: { owner: 'nobody-bound-this' } });
    expect(await vote(first)).toBe('owner.unbound');
    expect(plane.decisions()).toEqual([]);
    expect(await vote(first, 'deny')).toBe(200);
  });

  it('A binding of a login that only looks like the owner’s login does not count', async () => {
    const { vote } = await decisionWorld({ action: { owner: 'Adjuster' } });
    expect(await vote(first)).toBe('owner.unbound');
  });

  it('A login with the same name as the requesting agent cannot grant', async () => {
    expect(await (await decisionWorld()).vote(human(agent.name))).toBe('approval.forbidden');
  });

  it('A requester can deny its own change', async () => {
    const { plane, vote } = await decisionWorld({ action: { requester } });
    expect(await vote(human('adjuster'), 'deny')).toBe(200);
    expect((await plane.action()).state).toBe('denied');
  });

  it('A change that a human staged can be granted by another person', async () => {
    const { plane, vote } = await decisionWorld({ action: { requester } });
    expect(await vote(first)).toBe(200);
    expect((await plane.action()).state).toBe('approved');
  });

  it.each([
    ['has left the group since', { adjuster: [] }],
    ['is no longer in the user pool', { adjuster: undefined }],
  ])('A change cannot be granted if the human who staged it %s', async (_, people) => {
    const { plane, vote } = await decisionWorld({
      action: { requester },
      people: people as unknown as Record<string, readonly string[]>,
    });
    expect(await vote(first)).toBe('permission.denied');
    expect(plane.decisions()).toEqual([]);
  });

  it('A change cannot be granted if the login of the human who staged it belongs to somebody else now', async () => {
    const { vote } = await decisionWorld({ action: { requester: { ...requester, id: 'sub-of-the-first-adjuster' } } });
    expect(await vote(first)).toBe('permission.denied');
  });
});

describe('Callers who may not decide a Task', () => {
  it.each([
    ['an agent', agent],
    ['a human of another group', human('auditor', ['auditors'])],
    ['an operator', human('operator', ['operators'])],
    ['an agent whose token claims a group', { ...agent, groups: ['approvers'] }],
  ])('If %s decides a Task, the answer is the 404 of a Task that does not exist', async (_name, caller) => {
    const { vote } = await decisionWorld();
    expect([await vote(caller), await vote(caller, 'deny')]).toEqual(['task.unknown', 'task.unknown']);
  });

  it('A member of the queue who is not cleared for the markings of a Task cannot decide it', async () => {
    const { vote } = await decisionWorld({ task: { groups: ['uncleared'] } });
    expect(await vote(human('approver-3', ['uncleared']))).toBe('marking.exceeds_clearance');
  });

  it.each([
    ['all', 'all.suspended'],
    ['agent/claims-agent', 'agent.suspended'],
    ['tool.reserve.stage@1.0.0', 'tool.suspended'],
    ['action.reserve-change', 'kind.suspended'],
    ['queue.claims', 'queue.suspended'],
    [sor.id, 'sor.suspended'],
  ] as const)('While %s is suspended, a change cannot be granted, but can be denied', async (name, code) => {
    const { plane, vote } = await decisionWorld();
    plane.putInForce({ suspended: [name] });
    expect([await vote(first), plane.decisions()]).toEqual([code, []]);
    expect(await vote(first, 'deny')).toBe(200);
  });

  it.each([
    ['all', 'all.suspended'],
    ['agent/claims-agent', 'agent.suspended'],
    ['tool.reserve.validate', 'tool.suspended'],
    ['queue.claims', 'queue.suspended'],
  ] as const)('While %s is suspended, a validation by an agent cannot be confirmed', async (name, code) => {
    const { plane, decide, clock } = await decisionWorld();
    const { actionId: _action, ...row } = requestedTask(stagedAction(), { state: 'open' });
    const hash = '0'.repeat(64);
    const called = { eventId: 'e', argsHash: hash, resultHash: hash, caseHash: hash, owner: 'adjuster' };
    const decision = { ...called, tool: 'tool.reserve.validate', version: '1.0.0' };
    const task = { ...row, id: taskId('e', 1), decision };
    const digest = decisionDigest(task);
    await plane.world.stored.write([putTask({ ...task, digest })]);
    plane.putInForce({ suspended: [name] });
    const vote = () => decide(voteRequest({ taskId: task.id, digest }, { by: first, decision: 'grant' }, clock.millis));
    await expect(vote()).rejects.toMatchObject({ code });
    plane.putInForce({ suspended: [] });
    expect((await vote()).statusCode).toBe(200);
  });

  it('A decision on a Task that does not exist gets a 404', async () => {
    const { decide } = await decisionWorld();
    const asked = decide(requestBy(first, { id: 'task-none', body: { decision: 'grant', digest: '0'.repeat(64) } }));
    await expect(asked).rejects.toMatchObject({ code: 'task.unknown' });
  });
});

describe('The checks of a decision', () => {
  it('A decision with another digest than the shown one is refused', async () => {
    const { plane, decide } = await decisionWorld();
    const body = { decision: 'grant', digest: '0'.repeat(64) };
    await expect(decide(requestBy(first, { id: plane.taskId, body, at: start }))).rejects.toMatchObject({
      code: 'task.digest_differs',
    });
  });

  it('A decision is refused if the digest in the row is not the digest of the present content', async () => {
    const { vote } = await decisionWorld({ task: { digest: '1'.repeat(64) } });
    expect(await vote(first)).toBe('task.digest_differs');
  });

  it('A change that the policies do not allow to commit now cannot be granted, but can be denied', async () => {
    const { plane, vote } = await decisionWorld({ release: insurerRelease({ definition: { scopes: [] } }) });
    expect(await vote(first)).toBe('permission.denied');
    expect(plane.decisions()).toEqual([]);
    expect(await vote(first, 'deny')).toBe(200);
  });

  it('A grant is refused if the PDP fails, or allows the commit without naming a known policy', async () => {
    for (const pdp of [
      { decide: async () => ({ verdict: 'failed' as const, policies: [] }) },
      { decide: () => Promise.reject(new Error('no wasm')) },
      { decide: async () => ({ verdict: 'allow' as const, policies: [] }) },
      { decide: async () => ({ verdict: 'allow' as const, policies: ['unknown'] }) },
    ]) {
      const { vote } = await decisionWorld({ pdp });
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
  ])('The body %j is not accepted as a decision', async (body, code) => {
    const { plane, decide } = await decisionWorld();
    await expect(decide(requestBy(first, { id: plane.taskId, body }))).rejects.toMatchObject({ code });
  });
});

describe('The resumption of a wait after a decision', () => {
  it('If the token is stored before the decision, the decision resumes the wait', async () => {
    const { plane, tokens, vote, wait } = await decisionWorld();
    const { token, result } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    await vote(first);
    expect(await result).toMatchObject({ next: 'commit', taskId: plane.taskId, actionId: plane.actionId });
  });

  it('If the decision is made before the token is stored, the function that stores the token resumes the wait', async () => {
    const { plane, tokens, vote, wait } = await decisionWorld();
    await vote(first, 'deny');
    const { token, result } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    expect(await result).toMatchObject({ next: 'end' });
  });

  it('While the quorum is not met, the wait is not resumed', async () => {
    const { plane, tokens, vote, wait } = await decisionWorld({
      action: { approval: { queues: [queue.id], quorum: 2 } },
    });
    const { token } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    await vote(first);
    expect(await tokens.resume(token, {})).toBe('resumed');
  });

  it('If the token has expired, the decision is still made', async () => {
    const { plane, vote, wait } = await decisionWorld();
    await wait({ taskId: plane.taskId, wait: 1, token: 'gone' });
    expect(await vote(first)).toBe(200);
    expect((await plane.action()).state).toBe('approved');
  });

  it('The answer to a decision does not contain the task token', async () => {
    const { plane, tokens, vote, wait, decide } = await decisionWorld();
    const { token, result } = tokens.open();
    await wait({ taskId: plane.taskId, wait: 1, token });
    const answer = await decide(voteRequest(plane, { by: first, decision: 'grant' }, start));
    expect(JSON.stringify([bodyOfAnswer(answer), await result, plane.events()])).not.toContain(token);
    await vote(second);
  });
});
