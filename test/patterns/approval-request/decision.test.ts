import { describe, expect, it } from 'vitest';
import { decisionDigest } from '../../../contract/rows/approval-digest.ts';
import { taskId } from '../../../contract/dispatch/keys.ts';
import type { Task } from '../../../contract/rows/task.ts';
import { requestApproval } from '../../../patterns/approval-request/request-approval.ts';
import type { Request } from '../../../patterns/approval-request/schema.ts';
import { queue } from '../artefacts.ts';
import { factsOf } from '../facts.ts';
import { failureOf } from '../failures.ts';
import { lookedUp, validated, verdict } from '../action-staging/staged.ts';

const candidate = { amount: '1000.00' };
const judged = validated(candidate);
const shown = { rationale: 'it decides', arguments: { candidate, rulePack: 'rules.reserve' }, result: verdict };

const asking = (more: Partial<Request> = {}, decision = judged, existing?: Task) =>
  requestApproval(
    {
      args: {
        subject: { kind: 'Decision', id: decision.receipt.eventId },
        queue: queue.id,
        decision: shown,
        ...more,
      },
      refs: { queue, decision },
    },
    { actions: { subject: async () => undefined, task: async () => existing } },
    factsOf(),
  );

describe('A request to approve a decision event', () => {
  it('A request about a decision event makes one Task that is bound to the recorded values, and shows them to the approvers', async () => {
    const { effect, result, decision } = await asking();
    const row = effect?.row;
    expect(row).toMatchObject({ id: taskId(judged.receipt.eventId, 1), state: 'requested', quorum: 1 });
    expect(row?.actionId).toBeUndefined();
    expect(row?.digest).toBe(row && decisionDigest(row));
    expect(JSON.parse(effect?.shown?.text ?? '')).toEqual(shown);
    expect(result).toMatchObject({ subject: judged.receipt.eventId });
    expect(decision).toEqual({ basis: judged.receipt.eventId, taskId: row?.id });
  });

  it('If the Task exists already, a repeated request returns that Task without an effect', async () => {
    const existing = (await asking()).effect?.row;
    if (!existing) throw new Error('a Task was put');
    const again = await asking({}, judged, { ...existing, state: 'granted', version: 3 });
    expect(again.effect).toBeUndefined();
    expect(again.result).toMatchObject({ id: existing.id, state: 'granted' });
  });

  it.each([
    ['other arguments', { decision: { ...shown, arguments: { candidate: {} } } }, 'evidence.mismatch'],
    ['another result', { decision: { ...shown, result: { verdict: 'block' } } }, 'evidence.mismatch'],
    ['no values', { decision: undefined }, 'subject.unfit'],
    ['a rationale that could mislead', { decision: { ...shown, rationale: 'x\u202E' } }, 'arguments.invalid'],
    ['arguments that could mislead', { decision: { ...shown, arguments: '\u200B' } }, 'arguments.invalid'],
  ])('A request about a decision event is refused if it sends %s', async (_what, more, code) => {
    expect(await failureOf(() => asking(more as Partial<Request>))).toMatchObject({ code });
  });

  it('A request about an event that decides nothing, such as a lookup, is refused with subject.unfit', async () => {
    expect(await failureOf(() => asking({}, lookedUp()))).toMatchObject({
      code: 'subject.unfit',
      pointer: '/subject/id',
    });
  });
});
