import { describe, expect, it } from 'vitest';
import { moveActionRow } from '../../../adapters/tables/rows.ts';
import type { ActionState } from '../../../contract/rows/action.ts';
import type { Permissioned } from '../../../contract/call.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import { actionId } from '../../../contract/dispatch/keys.ts';
import { slotOf } from '../../../contract/dispatch/slot.ts';
import { readAction } from '../../../lambdas/actions/read-action.ts';
import { bodyOfAnswer, requestBy, type RequestOptions } from '../../support/http-request.ts';
import { agent, blindSor, human, insurerRelease, planeWorld, start, type PlaneWorld } from '../../support/plane.ts';
import { callTo } from '../../support/calls.ts';
import { recordOf } from '../../support/tools.ts';

async function reading(options: Parameters<typeof planeWorld>[0] = {}, during?: (plane: PlaneWorld) => Promise<void>) {
  const clock = { millis: start };
  const plane = await planeWorld({ now: () => clock.millis, ...options });
  const sleep = async (millis: number): Promise<void> => {
    clock.millis += millis;
    await during?.(plane);
  };
  const handle = readAction({ ...plane, sleep });
  const read = (caller: Caller, more: RequestOptions = {}) =>
    handle(requestBy(caller, { id: plane.actionId, at: clock.millis, ...more }));
  return { plane, clock, read };
}

const movedTo = (state: ActionState) => async (plane: PlaneWorld) => {
  const from = await plane.action();
  if (from.state !== state)
    await plane.world.stored.write([moveActionRow(from, { ...from, state, version: from.version + 1 })]);
};

describe('The answer about an Action', () => {
  it('The requester of an Action sees its state, who must act next and until when, its approvals and its receipt', async () => {
    const { plane, read } = await reading();
    expect(bodyOfAnswer(await read(agent))).toMatchObject({
      id: plane.actionId,
      state: 'staged',
      next: { owner: 'approval-verify', until: new Date(start + 3600_000).toISOString() },
      approvals: { taskId: plane.taskId, state: 'requested', quorum: 1, grants: [] },
    });
    expect(plane.events()).toMatchObject([{ kind: 'read', subject: plane.actionId }]);
  });

  it('An Action that has ended has no next step, and shows why it ended', async () => {
    const receipt = { status: 200, at: new Date(start).toISOString() };
    const { read } = await reading({ action: { state: 'committed', sorReceipt: receipt } });
    expect(bodyOfAnswer(await read(agent))).toMatchObject({ state: 'committed', next: null, receipt });
    const voided = await reading({ action: { state: 'voided', reason: 'target.changed' } });
    expect(bodyOfAnswer(await voided.read(agent))).toMatchObject({ next: null, reason: 'target.changed' });
  });

  it('A held Action shows what is suspended, and at which instant it is voided', async () => {
    const hold = { since: new Date(start).toISOString(), until: new Date(start + 3600_000).toISOString() };
    const { read } = await reading({ action: { state: 'approved', reason: 'agent.suspended', hold } });
    expect(bodyOfAnswer(await read(agent))).toMatchObject({
      reason: 'agent.suspended',
      next: { owner: 'commit-send', until: hold.until },
    });
  });

  it('If an outcome is unknown, the platform acts next; if the SoR is blind or was asked 64 times, the operators act next', async () => {
    const unknown = { state: 'outcome_unknown' as const };
    const nextOf = async (options: Parameters<typeof planeWorld>[0]) =>
      bodyOfAnswer(await (await reading(options)).read(agent))['next'];
    expect(await nextOf({ action: unknown })).toMatchObject({ owner: 'commit-reconcile' });
    const operators = { owner: 'operators', step: expect.stringContaining('resolve the Action') };
    expect(await nextOf({ action: unknown, release: insurerRelease({ sor: blindSor }) })).toMatchObject(operators);
    expect(await nextOf({ action: { ...unknown, reconciliations: 64 } })).toMatchObject(operators);
  });

  it.each([
    ['its requester', agent],
    ['a member of its queue', human('approver-1')],
    ['an operator', human('operator', ['operators'])],
    ['an auditor', human('auditor', ['auditors'])],
  ])('An Action can be read by %s', async (_name, caller) => {
    const { read } = await reading();
    expect((await read(caller)).statusCode).toBe(200);
  });

  it.each([
    ['another agent', { ...agent, id: 'other', name: 'other' }],
    ['an agent that claims to be an operator', { ...agent, id: 'other', groups: ['operators'] }],
    ['an agent that claims to be an auditor', { ...agent, id: 'other', groups: ['auditors'] }],
    ['a human of another group', human('adjuster', ['adjusters'])],
  ])('If %s asks for an Action, the answer is a 404', async (_name, caller) => {
    const { plane, read } = await reading();
    await expect(read(caller)).rejects.toMatchObject({ code: 'action.unknown' });
    expect(plane.events()).toEqual([]);
  });

  it('A reader who is not cleared for the markings of an Action is refused', async () => {
    const { read } = await reading({ task: { groups: ['uncleared'] } });
    await expect(read(human('approver-3', ['uncleared']))).rejects.toMatchObject({ code: 'marking.exceeds_clearance' });
  });
});

describe('The lookup of an Action by its key', () => {
  it('C28: The requester of an Action finds it by its tool and key, and an operator does not', async () => {
    const call = {
      ...callTo({ id: 'tool.reserve.stage', function: 'action-staging' }, {}),
      caller: agent,
      key: 'a-key-of-16-characters',
    };
    const record = recordOf('tool.reserve.stage', { pattern: 'action-staging', effectClass: 'stage' });
    const slot = slotOf(
      { ...call, record, runId: 'run-1', argsHash: '', purposeOfUse: '' } as unknown as Permissioned<unknown>,
      [],
      'e',
    );
    const { plane, clock } = await reading({ action: { id: actionId(slot.keySpace ?? '') } });
    const handle = readAction({ ...plane, sleep: async () => undefined });
    const query = { tool: record.id, key: call.key };
    const byKey = (caller: Caller) => handle(requestBy(caller, { query, at: clock.millis }));
    expect(bodyOfAnswer(await byKey(agent))).toMatchObject({ id: plane.actionId });
    await expect(byKey(human('operator', ['operators']))).rejects.toMatchObject({ code: 'action.unknown' });
    await expect(handle(requestBy(agent, { query: { tool: record.id } }))).rejects.toMatchObject({
      code: 'request.invalid',
    });
  });
});

describe('The header Prefer: wait', () => {
  const headers = { prefer: 'respond-async, wait=20' };

  it('With Prefer: wait, the answer comes as soon as the state of the Action changes', async () => {
    const { read, clock } = await reading({}, movedTo('pending'));
    expect(bodyOfAnswer(await read(agent, { headers }))).toMatchObject({ state: 'pending' });
    expect(clock.millis - start).toBe(1000);
  });

  it('With Prefer: wait, if the state does not change, the answer comes after the requested time, or earlier if the deadline of the call requires it', async () => {
    const { read, clock } = await reading();
    expect(bodyOfAnswer(await read(agent, { headers }))).toMatchObject({ state: 'staged' });
    expect(clock.millis - start).toBe(20_000);
    await read(agent, { headers: { Prefer: 'Wait=9999' } });
    expect(clock.millis - start).toBe(42_000);
  });

  it('If the state of an Action can no longer change, or without Prefer: wait, the answer comes at once', async () => {
    const ended = await reading({ action: { state: 'denied' } });
    await ended.read(agent, { headers });
    const unasked = await reading();
    for (const prefer of ['wait', 'wait=soon', 'wait=-5', 'wait=1.5', 'handling=lenient; wait=20'])
      await unasked.read(agent, { headers: { prefer } });
    expect([ended.clock.millis, unasked.clock.millis]).toEqual([start, start]);
  });
});
