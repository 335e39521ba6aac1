import { describe, expect, it } from 'vitest';
import { moveActionRow } from '../../../adapters/tables/rows.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import type { Action } from '../../../contract/rows/action.ts';
import { compensateAction } from '../../../lambdas/compensate/compensate-action.ts';
import { reconcileAction } from '../../../lambdas/action-plane/commit-reconcile/reconcile-action.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, insurerRelease, planeWorld, start, type PlaneOptions } from '../../support/plane.ts';

const committed: Partial<Action> = {
  state: 'committed',
  attempts: 1,
  sorReceipt: { status: 200, version: '"2"', at: new Date(start).toISOString() },
};

async function compensationWorld(action: Partial<Action> = committed, options: PlaneOptions = {}) {
  const plane = await planeWorld({ action, release: insurerRelease(options) });
  const ask = async (by: Caller = agent) => {
    const answer = await compensateAction(plane)(
      requestBy(by, { id: plane.actionId, body: { rationale: 'the estimate was withdrawn' } }),
    );
    return { status: answer.statusCode, ...bodyOfAnswer(answer) } as Record<string, unknown>;
  };
  const staged = async (id: unknown): Promise<Action | undefined> => plane.store.action(String(id));
  return { plane, ask, staged };
}

describe('A compensation', () => {
  it('A compensation is staged as a new Action of its own kind, from the records of the original, and both name each other', async () => {
    const { plane, ask, staged } = await compensationWorld();
    const answer = await ask();
    expect(answer).toMatchObject({ status: 201, state: 'staged', kind: 'action.reserve-restore' });
    const action = await staged(answer['id']);
    expect(action).toMatchObject({
      compensates: plane.actionId,
      target: { ref: 'CLM-1', version: '"2"' },
      requester: { name: 'claims-agent' },
      owner: 'adjuster',
      round: 1,
      attempts: 0,
    });
    expect(JSON.parse((await plane.store.attachment(action?.payloadHash ?? '')) ?? '')).toEqual({
      amount: '1000.00',
      currency: 'TRY',
      reason: 'undone',
    });
    expect(JSON.parse((await plane.store.attachment(action?.caseHash ?? '')) ?? '')).toMatchObject({
      rationale: 'the estimate was withdrawn',
      changes: [{ label: 'Reserve', from: '1500.00', to: '1000.00' }],
      compensates: { actionId: plane.actionId },
    });
    expect(await plane.action()).toMatchObject({ state: 'committed', compensatedBy: action?.id });
    expect(plane.decisions()).toMatchObject([{ kind: 'action.compensation', actionId: plane.actionId }]);
  });

  it('A second request for a compensation gets the same Action, unless that Action has ended without effect', async () => {
    const { plane, ask, staged } = await compensationWorld();
    const first = await ask();
    expect(await ask()).toMatchObject({ status: 200, id: first['id'] });
    const from = await staged(first['id']);
    if (!from) throw new Error('a compensation is there');
    await plane.world.stored.write([moveActionRow(from, { ...from, state: 'denied', version: from.version + 1 })]);
    const second = await ask();
    expect(second).toMatchObject({ status: 201, state: 'staged' });
    expect(second['id']).not.toBe(first['id']);
  });

  it('The commit of a compensation makes the original Action compensated in the same transaction', async () => {
    const { plane, ask, staged } = await compensationWorld();
    const from = await staged((await ask())['id']);
    if (!from) throw new Error('a compensation is there');
    const lease = { fencingToken: 1, untilMillis: start };
    const unknown = { ...from, state: 'outcome_unknown' as const, version: from.version + 1, lease };
    await plane.world.stored.write([moveActionRow(from, unknown)]);
    const found = { kind: 'answer', status: 200, headers: {}, body: '' } as const;
    const now = (): number => start + 60_000;
    await reconcileAction({ ...plane, now, connectors: { read: async () => found } })({
      actionId: from.id,
      generation: 1,
    });
    expect((await staged(from.id))?.state).toBe('committed');
    expect(await plane.action()).toMatchObject({ state: 'compensated' });
    const steps = plane
      .events()
      .flatMap((event) => ('to' in event && event.actionId ? [[event.actionId, event.to]] : []));
    expect(steps).toContainEqual([from.id, 'committed']);
    expect(steps).toContainEqual([plane.actionId, 'compensated']);
  });

  it.for([
    ['is not committed', { state: 'approved' }, {}, 'action.not_open'],
    [
      'was committed without a version in the answer of the SoR',
      { state: 'committed', sorReceipt: { status: 200, at: '' } },
      {},
      'subject.unfit',
    ],
    [
      'is of a kind that cannot be undone',
      committed,
      { kind: { compensation: { none: 'a letter' } } },
      'subject.unfit',
    ],
    [
      'was staged with a tool that its requester may no longer use',
      committed,
      { definition: { scopes: [] } },
      'permission.denied',
    ],
  ] as const)('A compensation is refused if the original Action %s', async ([, action, options, code]) => {
    const { plane, ask } = await compensationWorld(action, options);
    await expect(ask()).rejects.toMatchObject({ code });
    expect(plane.decisions()).toEqual([]);
  });

  it.each([
    ['all', 'all.suspended'],
    ['agent/claims-agent', 'agent.suspended'],
    ['tool.reserve.stage', 'tool.suspended'],
    ['action.reserve-change', 'kind.suspended'],
    ['action.reserve-restore', 'kind.suspended'],
    ['sor.policy-admin', 'sor.suspended'],
  ])('While %s is suspended, a compensation is refused', async (name, code) => {
    const { plane, ask } = await compensationWorld();
    plane.putInForce({ suspended: [name] });
    await expect(ask()).rejects.toMatchObject({ code });
    expect(plane.decisions()).toEqual([]);
    plane.putInForce({ suspended: ['queue.claims', 'agent/another'] });
    expect(await ask()).toMatchObject({ status: 201 });
  });

  it('An approver or an operator who requests the compensation of an Action gets a 404', async () => {
    const { ask } = await compensationWorld();
    for (const other of [human('approver-1'), human('operator', ['operators'])]) {
      await expect(ask(other)).rejects.toMatchObject({ code: 'action.unknown' });
    }
  });
});
