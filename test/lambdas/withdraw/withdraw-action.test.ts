import { describe, expect, it } from 'vitest';
import { actionStates } from '../../../contract/rows/action.ts';
import { withdrawAction } from '../../../lambdas/withdraw/withdraw-action.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, planeWorld, start, type PlaneWorld } from '../../support/plane.ts';
import { play } from '../../support/plane-run.ts';

const withdrawing =
  (plane: PlaneWorld, now = () => start) =>
  (caller = agent, body = '') =>
    withdrawAction({ ...plane, now, tokens: { resume: async () => 'gone' } })(
      requestBy(caller, { id: plane.actionId, at: now(), body }),
    );

describe('The withdrawal of an Action', () => {
  it.each(['staged', 'pending', 'approved'] as const)(
    'If its requester withdraws an Action that is %s, it is cancelled by a Decision with the reason',
    async (state) => {
      const plane = await planeWorld({ action: { state } });
      const answer = bodyOfAnswer(await withdrawing(plane)(agent, '{"reason":"a mistake"}'));
      expect(answer).toMatchObject({
        action: { state: 'cancelled' },
        decisionId: `action.withdrawn#${plane.actionId}`,
      });
      expect(await plane.action()).toMatchObject({ state: 'cancelled', reason: 'a mistake' });
      expect(await plane.task()).toMatchObject({ state: 'withdrawn' });
      expect(plane.decisions()).toMatchObject([{ kind: 'action.withdrawn', by: { name: 'claims-agent' } }]);
    },
  );

  it.each(actionStates.filter((state) => !['staged', 'pending', 'approved', 'cancelled'].includes(state)))(
    'If its requester withdraws an Action that is %s, the request is refused',
    async (state) => {
      const plane = await planeWorld({ action: { state } });
      await expect(withdrawing(plane)()).rejects.toMatchObject({ code: 'action.not_open' });
      expect(plane.decisions()).toEqual([]);
    },
  );

  it('If its requester withdraws an Action twice, both answers have the first reason, and the second one is marked as a repetition', async () => {
    const plane = await planeWorld({ action: { state: 'pending' } });
    const first = bodyOfAnswer(await withdrawing(plane)(agent, '{"reason":"a mistake"}'));
    const second = await withdrawing(plane)(agent, '{"reason":"another reason"}');
    expect(bodyOfAnswer(second)).toEqual(first);
    expect(first['reason']).toBe('a mistake');
    expect(second.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'audit-event-id': plane.events().find(({ kind }) => kind === 'read')?.eventId,
    });
    expect(plane.decisions()).toHaveLength(1);
  });

  it('If an approver, an operator or another agent withdraws an Action, the answer is a 404', async () => {
    const plane = await planeWorld({ action: { state: 'pending' } });
    const others = [human('approver-1'), human('operator', ['operators']), { ...agent, id: 'other', name: 'other' }];
    for (const other of others) {
      await expect(withdrawing(plane)(other)).rejects.toMatchObject({ code: 'action.unknown' });
    }
  });

  it.each([50, 99.999, 100, 100.001])(
    'An Action that is withdrawn at %d s and granted at 100 s is either cancelled and not sent, or sent and not cancelled',
    async (withdrawnAtSeconds) => {
      const { plane, sor, executions } = await play({
        votes: [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' }],
        withdrawnAtSeconds,
      });
      const { state } = await plane.action();
      expect([state, sor.requests.length]).toEqual(state === 'cancelled' ? ['cancelled', 0] : ['committed', 1]);
      expect([...executions.values()].every((error) => error === undefined)).toBe(true);
    },
  );
});
