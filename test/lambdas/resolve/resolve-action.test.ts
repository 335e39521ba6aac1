import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Action } from '../../../contract/rows/action.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import { resolveAction } from '../../../lambdas/resolve/resolve-action.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, blindSor, human, insurerRelease, planeWorld, start, type PlaneOptions } from '../../support/plane.ts';

const operator = (name: string): Caller => human(name, ['operators']);
const unknown: Partial<Action> = {
  state: 'outcome_unknown',
  attempts: 1,
  taskId: 'task-1',
  reconciliations: 64,
  lease: { fencingToken: 1, untilMillis: start },
};

async function resolutionWorld(action: Partial<Action> = unknown, options: PlaneOptions = {}) {
  const plane = await planeWorld({ action, release: insurerRelease(options) });
  const say = async (by: Caller, outcome: string, evidence = 'their log of 14:02') =>
    bodyOfAnswer(
      await resolveAction({ ...plane, now: () => start + 1000 })(
        requestBy(by, { id: plane.actionId, body: { outcome, evidence } }),
      ),
    );
  return { plane, say };
}

describe('The resolution of an unknown outcome', () => {
  it('If an operator reports that the change arrived, the Action is committed by a Decision with the evidence', async () => {
    const { plane, say } = await resolutionWorld();
    expect(await say(operator('operator'), 'arrived')).toMatchObject({ action: { state: 'committed' } });
    expect(plane.decisions()).toMatchObject([
      { kind: 'action.resolved', arrived: true, reason: 'their log of 14:02', by: { name: 'operator' } },
    ]);
  });

  it('If an operator reports that the change did not arrive, the Action is staged again in a new round, without its earlier Task and grants', async () => {
    const { plane, say } = await resolutionWorld();
    expect(await say(operator('operator'), 'not_arrived')).toMatchObject({ action: { state: 'staged' } });
    const action = await plane.action();
    expect(action).toMatchObject({ round: 2, attempts: 1, reconciliations: 0 });
    expect([action.taskId, action.lease]).toEqual([undefined, undefined]);
    expect(Date.parse(action.stagedUntil)).toBe(start + 1000 + 72 * 3600_000);
    expect(taskId(action.id, action.round)).not.toBe(plane.taskId);
  });

  it('An operator can resolve an outcome at once if the SoR is blind, and cannot while the platform still looks the change up', async () => {
    const young = { ...unknown, reconciliations: 1 };
    const blind = await resolutionWorld(young, { sor: blindSor });
    expect(await blind.say(operator('operator'), 'arrived')).toMatchObject({ action: { state: 'committed' } });
    const { say, plane } = await resolutionWorld(young);
    await expect(say(operator('operator'), 'arrived')).rejects.toMatchObject({ code: 'action.not_open' });
    expect(plane.decisions()).toEqual([]);
  });

  it('An operator cannot resolve an Action in any other state than outcome_unknown', async () => {
    const { say } = await resolutionWorld({ ...unknown, state: 'committing' });
    await expect(say(operator('operator'), 'arrived')).rejects.toMatchObject({ code: 'action.not_open' });
  });

  it.each([
    ['its requester', agent],
    ['an approver', human('approver-1')],
  ])('If %s resolves an unknown outcome, the answer is a 404', async (_who, caller) => {
    const { say } = await resolutionWorld();
    await expect(say(caller, 'arrived')).rejects.toMatchObject({ code: 'action.unknown' });
  });

  it('A resolution without evidence, or with an outcome other than arrived or not_arrived, is refused', async () => {
    const { say } = await resolutionWorld();
    await expect(say(operator('operator'), 'arrived', ' ')).rejects.toMatchObject({ code: 'request.invalid' });
    await expect(say(operator('operator'), 'perhaps')).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('A kind that requires two operators', () => {
  const four = { kind: { resolution: { quorum: 2 } } };

  it('The second operator with the same report decides, and until then the outcome stays unknown', async () => {
    const { plane, say } = await resolutionWorld(unknown, four);
    expect(await say(operator('one'), 'arrived')).toMatchObject({ action: { state: 'outcome_unknown' } });
    expect(await say(operator('two'), 'arrived')).toMatchObject({ action: { state: 'committed' } });
    expect(plane.decisions()).toHaveLength(2);
  });

  it('If two operators disagree, the outcome stays unknown until a third one decides', async () => {
    const { say } = await resolutionWorld(unknown, four);
    await say(operator('one'), 'arrived');
    expect(await say(operator('two'), 'not_arrived')).toMatchObject({ action: { state: 'outcome_unknown' } });
    expect(await say(operator('three'), 'not_arrived')).toMatchObject({ action: { state: 'staged' } });
  });

  it('An operator cannot report twice, and an operator who is the owner of the requesting agent cannot report at all', async () => {
    const { say } = await resolutionWorld({ ...unknown, owner: 'operator' }, four);
    await say(operator('one'), 'arrived');
    await expect(say(operator('one'), 'arrived')).rejects.toMatchObject({ code: 'approval.forbidden' });
    await expect(say(operator('operator'), 'arrived')).rejects.toMatchObject({ code: 'approval.forbidden' });
  });
});
