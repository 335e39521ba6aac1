import { expect, it } from 'vitest';
import * as z from 'zod';
import { actionStateTable } from '../../action-plane/states.ts';
import { actionStates, type ActionState } from '../../contract/rows/action.ts';
import { ask } from './support/ask.ts';
import { auditLog, auditLogWith, transitionsOf, type LoggedEvent } from './support/audit-log.ts';
import { decide, openTask, stage } from './support/reserve.ts';
import { dispatch } from './support/run.ts';
import { answered, anyDispatch, refused } from './support/shapes.ts';
import { until, untilState } from './support/until.ts';

const storyRead = z.looseObject({
  entries: z.array(z.looseObject({ sentence: z.string() })),
  policies: z.array(z.looseObject({ text: z.string() })),
  unknown: z.array(z.string()),
});
const hexHash = /^[0-9a-f]{64}$/;
const stateOf = (name: string | undefined): ActionState => {
  const state = actionStates.find((known) => known === name);
  if (state === undefined) throw new Error(`${name} is no state of an Action`);
  return state;
};

it('The audit log has each event of a run once and in order, and its hashes differ from those in the receipts', async () => {
  const open = await openTask({ claim: 'CLM-2026-000058' });
  const { run } = open;
  const replay = await stage(run, open.staging, open.key);
  expect(replay.replayed).toBe(true);
  const wrong = await dispatch(run, 'tool.money.convert', { body: '{"value":' });
  const convert = { value: 'a', target: { kind: 'hash', algorithm: 'sha256' } };
  const twice = [
    await dispatch(run, 'tool.money.convert', { body: convert }),
    await dispatch(run, 'tool.money.convert', { body: convert }),
  ];
  expect(wrong.status).toBe(400);
  const granted = await decide('approver-1', open, { decision: 'grant' });
  const transitions = await transitionsOf(await untilState(open.actionId, 'committed'));
  const events = await auditLogWith({ run: run.runId }, [...run.eventIds, granted.eventId]);

  expect(new Set(run.eventIds).size).toBe(run.eventIds.length);
  expect(events.map(({ eventId }) => eventId).length).toBe(new Set(events.map(({ eventId }) => eventId)).size);
  const dispatches = events.filter(({ kind }) => kind === 'dispatch').map(({ eventId }) => eventId);
  const [runEvent, ...answeredIds] = run.eventIds;
  expect([...dispatches].sort()).toEqual([...answeredIds].sort());
  expect(events[0]).toMatchObject({ kind: 'run', eventId: runEvent });
  expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted());
  expect(events.every((event) => event.runId === run.runId && event.release !== '' && event.actor.name !== '')).toBe(
    true,
  );

  expectAllowedPath(transitions, open.actionId);
  expect(transitions.every(({ eventId }) => events.some((event) => event.eventId === eventId))).toBe(true);
  expect(events.find(({ eventId }) => eventId === granted.eventId)).toMatchObject({
    kind: 'decision',
    decisionKind: 'approval.granted',
    actor: { kind: 'human', name: 'approver-1' },
    from: 'pending',
    to: 'approved',
  });

  const path = `/v1/audit/story?action=${open.actionId}`;
  const story = answered(await ask('auditor', { method: 'GET', path }), storyRead);
  const sentences = story.entries.map(({ sentence }) => sentence).join(' ');
  expect(sentences).toMatch(
    /its answer is the basis.* staged the change with .* approver-1 granted the change.* to committed/,
  );
  expect(story.unknown).toEqual([]);
  expect(story.policies.length).toBeGreaterThan(0);
  expect(refused(await ask('approver-1', { method: 'GET', path }))).toMatchObject({ status: 404 });

  const receipts = [open.answer, ...twice].map((answer) => answered(answer, anyDispatch).receipt);
  for (const receipt of receipts) {
    const event = events.find(({ eventId }) => eventId === receipt.eventId);
    for (const name of ['argsHash', 'resultHash', 'exceptionsHash'] as const) {
      expect(event?.[name]).toMatch(hexHash);
      expect(event?.[name]).not.toBe(receipt[name]);
    }
  }
  // Equal values have equal HMACs, so an auditor can still see that two calls have the same arguments.
  const [first, second] = twice.map(({ eventId }) => events.find((event) => event.eventId === eventId));
  expect(first?.argsHash).toBe(second?.argsHash);
  expect(first?.argsHash).not.toBe(events.find(({ eventId }) => eventId === open.answer.eventId)?.argsHash);
});

function expectAllowedPath(transitions: readonly LoggedEvent[], actionId: string): void {
  expect(transitions.map(({ actionVersion }) => actionVersion)).toEqual(transitions.map((_, i) => i + 2));
  let state: ActionState = 'staged';
  for (const transition of transitions) {
    expect(transition).toMatchObject({ actionId, from: state });
    const next = stateOf(transition.to);
    expect(actionStateTable[state].next).toContain(next);
    state = next;
  }
  expect(state).toBe('committed');
}

it('The audit log says before which time it is complete, and before which time its events have a signed checkpoint', async () => {
  const { run, answer } = await openTask({ claim: 'CLM-2026-000064' });
  const at = (await auditLogWith({ run: run.runId }, [answer.eventId])).find(
    ({ eventId }) => eventId === answer.eventId,
  )?.at;
  const { indexedUntil, sealedUntil } = await until('indexing and sealing the event', async () => {
    const times = await auditLog({ run: run.runId });
    return (times.sealedUntil ?? '') > (at ?? 'never') ? times : undefined;
  });
  expect((indexedUntil ?? '') >= (sealedUntil ?? 'never')).toBe(true);
  expect((indexedUntil ?? '') < new Date().toISOString()).toBe(true);
});
