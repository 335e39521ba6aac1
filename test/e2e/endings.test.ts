import { afterAll, describe, expect, it } from 'vitest';
import { auditLogWith, transitionsOf } from './support/audit-log.ts';
import { journalOfRef, resetSwitches, setSwitches, touch, writesTo } from './support/policy-admin.ts';
import { decide, openTask, readTask, requestApproval, stageReserve } from './support/reserve.ts';
import { expectOnePutPerAttempt } from './support/puts.ts';
import { answered, decided, refused, requested, taskRead } from './support/shapes.ts';
import { readAction, untilState } from './support/until.ts';

afterAll(resetSwitches);

// The tests run concurrently, because most of their time is waiting. Only one of them sets the SoR's switches, and only
// for its own claim.
describe.concurrent('The ends of an Action', () => {
  it('If the SoR answers one request with 503 and loses its answer to the next, a granted change is applied exactly once', async () => {
    const claim = 'CLM-2026-000053';
    const open = await openTask({ claim });
    await setSwitches({
      unavailableNext: 1,
      loseAnswerNext: 1,
      appliesTo: 'writes',
      pathPrefix: `/claims/${claim}/reserve`,
    });
    const granted = answered(await decide('approver-1', open, { decision: 'grant' }), decided);
    expect(granted.action.state).toBe('approved');
    const action = await untilState(open.actionId, 'committed');

    const { requests, changes } = await journalOfRef(open.actionId);
    const sent = requests.filter(({ method }) => method === 'PUT');
    expect(sent.map(({ status, lost, credential }) => ({ status, lost, credential }))).toEqual([
      { status: 503, lost: false, credential: 'write' },
      { status: 200, lost: true, credential: 'write' },
    ]);
    expect(changes).toMatchObject([{ ref: open.actionId, path: `/claims/${claim}/reserve` }]);
    expect(requests.filter(({ method }) => method === 'GET').every(({ credential }) => credential === 'read')).toBe(
      true,
    );
    expect(action).toMatchObject({ attempts: 2, decisionId: granted.decisionId });
    expect(action.reconciliations).toBeGreaterThanOrEqual(2);

    const transitions = (await transitionsOf(action)).map(({ from, to }) => `${from} -> ${to}`);
    expect(transitions.filter((transition, i) => transition !== transitions[i - 1])).toEqual([
      'staged -> pending',
      'pending -> approved',
      'approved -> committing',
      'committing -> outcome_unknown',
      'outcome_unknown -> approved',
      'approved -> committing',
      'committing -> outcome_unknown',
      'outcome_unknown -> committed',
    ]);
  });

  it('If an approver denies a change, the SoR gets no write request; the agent and the other approvers see the reason', async () => {
    const claim = 'CLM-2026-000054';
    const open = await openTask({ claim });
    const denied = await decide('approver-2', open, { decision: 'deny' });
    expect(answered(denied, decided).action.state).toBe('denied');
    const action = await readAction('claims-agent', open.actionId);
    expect(action).toMatchObject({ state: 'denied', reason: 'The estimate is not itemised' });
    const seen = answered(await readTask('approver-1', open.taskId), taskRead);
    expect(seen.task).toMatchObject({ state: 'denied', reason: 'The estimate is not itemised' });
    const logged = await auditLogWith({ action: open.actionId }, [denied.eventId]);
    const decision = logged.find(({ kind }) => kind === 'decision');
    expect(decision).toMatchObject({ decisionKind: 'approval.denied', actor: { kind: 'human', name: 'approver-2' } });
    expect(await writesTo(claim)).toEqual([]);
  });

  it('If nobody decides a Task in time, it expires: the agent sees that its Action is expired, and each later decision gets 409', async () => {
    const claim = 'CLM-2026-000055';
    const open = await openTask({ claim }, { sla: 'PT4S' });
    const action = await untilState(open.actionId, 'expired');
    expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(open.dueAt));
    expect(action.reason).toBe('task.due');
    expect(action.decisionId).toMatch(/^approval\.expired/);
    for (const decision of ['grant', 'deny'] as const) {
      expect(refused(await decide('approver-1', open, { decision }))).toMatchObject({
        status: 409,
        code: 'task.decided',
      });
    }
    const seen = answered(await readTask('approver-1', open.taskId), taskRead);
    expect(seen).toMatchObject({ task: { state: 'expired' }, action: { state: 'expired' } });
    const decisions = (await transitionsOf(action)).filter(({ kind }) => kind === 'decision');
    expect(decisions).toMatchObject([{ decisionKind: 'approval.expired', actor: { kind: 'platform' }, to: 'expired' }]);
    expect(await writesTo(claim)).toEqual([]);
  });

  it('If the target changes before the Task is opened, the Action is voided without a Decision, and agent and approvers see the reason', async () => {
    const claim = 'CLM-2026-000056';
    const { run, actionId } = await stageReserve({ claim });
    await touch(`/claims/${claim}`);
    const task = answered(await requestApproval(run, actionId), requested).result;
    const action = await untilState(actionId, 'voided');
    expect(action.reason).toBe('target.changed');
    const seen = answered(await readTask('approver-1', task.id), taskRead);
    expect(seen).toMatchObject({ task: { state: 'void', reason: 'target.changed' }, action: { state: 'voided' } });
    expect(refused(await decide('approver-1', { taskId: task.id, shown: seen }, { decision: 'grant' }))).toMatchObject({
      status: 409,
      code: 'task.decided',
    });
    expect(await writesTo(claim)).toEqual([]);
  });

  it('If the target changes while the Task is open, the SoR answers the granted change with 412, and the Action is voided', async () => {
    const claim = 'CLM-2026-000057';
    const open = await openTask({ claim });
    await touch(`/claims/${claim}`);
    expect((await decide('approver-1', open, { decision: 'grant' })).status).toBe(200);
    const action = await untilState(open.actionId, 'voided');
    expect(action.reason).toBe('target.changed');
    const { requests, changes } = await journalOfRef(open.actionId);
    expectOnePutPerAttempt(requests, action.attempts);
    expect(requests.filter(({ lost }) => lost)).toEqual([]);
    expect(changes).toEqual([]);
    const seen = answered(await readTask('approver-1', open.taskId), taskRead);
    expect(seen).toMatchObject({ task: { state: 'granted' }, action: { state: 'voided', reason: 'target.changed' } });
  });
});
