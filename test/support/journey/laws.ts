import { expect } from 'vitest';
import * as z from 'zod';
import { owners } from '../../../adapters/tables/owners.ts';
import { standingGrant } from '../../../action-plane/standing-grant.ts';
import { actionStateTable } from '../../../action-plane/states.ts';
import { attachmentKey } from '../../../adapters/tables/rows.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { DemoPlane } from './demo-plane.ts';
import { contentOf, rowsOf, uuidOf } from './rows.ts';
import type { FinishedJourney } from './run-journey.ts';

/** Checks the laws that a finished journey must keep, whatever failed on the way. */
export async function checkJourneyLaws(plane: DemoPlane, journey: FinishedJourney): Promise<void> {
  const action = checkOneEffect(plane, journey);
  await checkOneChange(plane, action);
  checkWholeTransactions(plane, action);
  checkOneEventEach(plane);
  const failed = [...plane.machines.all.values()].filter((error) => error !== undefined);
  expect([failed, plane.machines.all.size > 0], 'every execution has succeeded').toEqual([[], true]);
  expect(plane.stream.failures, 'the stream gave up no batch').toEqual([]);
  await checkSecondDelivery(plane);
  await checkReplays(plane, journey);
}

function checkOneEffect({ stored }: DemoPlane, { actionId, taskId, state }: FinishedJourney): Action {
  const { actions, tasks } = rowsOf(stored);
  expect(
    actions.map(({ id }) => id),
    'one Action',
  ).toEqual([actionId]);
  expect(
    tasks.map((task) => [task.id, task.state]),
    'one Task, granted',
  ).toEqual([[taskId, 'granted']]);
  expect([state, actions[0]?.state], 'committed').toEqual(['committed', 'committed']);
  return actions[0] as Action;
}

async function checkOneChange({ sor, stored }: DemoPlane, action: Action): Promise<void> {
  const { requests, changes } = await sor.journal(action.id);
  expect(changes, 'the system of record applied one change').toHaveLength(1);
  expect(
    requests.filter(({ method }) => method === 'PUT'),
    'the system of record got one request to change it',
  ).toHaveLength(1);
  const { tasks, decisions, attachments } = rowsOf(stored);
  const payload = attachments.get(attachmentKey(action.payloadHash));
  const owner = await owners(stored).find(action.owner ?? '');
  expect(
    standingGrant({ action, owner, task: tasks[0], decisions, payload }),
    'the grant is still valid',
  ).toMatchObject({
    grants: 1,
  });
}

/**
 * Checks that each row has the event that was written in the same transaction, and that each of these events has its row.
 */
function checkWholeTransactions({ stored }: DemoPlane, action: Action): void {
  const { events, effects, decisions, tasks, attachments } = rowsOf(stored);
  expect(new Set(effects), 'each row that a call wrote has a record').toEqual(new Set([action.id, tasks[0]?.id]));
  expect(effects).toHaveLength(2);
  expect(attachments.has(attachmentKey(action.caseHash)), 'the case is stored with its Action').toBe(true);
  const steps = events.filter((event) => event.kind === 'transition' || event.kind === 'decision');
  expect(
    steps.filter(({ to = '' }) => to in actionStateTable).map(({ actionVersion }) => actionVersion),
    'one event for each version of the Action, in order',
  ).toEqual(Array.from({ length: action.version - 1 }, (_, i) => i + 2));
  const named = steps.flatMap((event) => (event.kind === 'decision' ? [event.decisionId] : []));
  expect(named, 'each Decision has its event').toEqual(decisions.map(({ id }) => id));
}

/**
 * Checks that the audit log has exactly one event for each request and each step. Only a request with the answer
 * `ledger.unanswered` may have none.
 */
function checkOneEventEach({ stored, gateway }: DemoPlane): void {
  const { events, audited } = rowsOf(stored);
  const uuids = audited.map(({ eventId }) => uuidOf(eventId));
  expect(new Set(uuids).size, 'no event twice').toBe(uuids.length);
  expect([...uuids].sort(), 'the audit log has all events of the ledger').toEqual(
    [...new Set(events.map(({ eventId }) => uuidOf(eventId)))].sort(),
  );
  const known = new Set(uuids);
  const asked = gateway.answers.map(({ eventId = '', code }) => ({ uuid: uuidOf(eventId), code }));
  expect(new Set(asked.map(({ uuid }) => uuid)).size, 'each answer names an event of its own').toBe(asked.length);
  const silent = asked.filter(({ uuid, code }) => !known.has(uuid) && code !== 'ledger.unanswered');
  expect(silent, 'each answer has its event').toEqual([]);
  const receipts = gateway.answers.flatMap(({ text, status }) => (status === 200 ? receiptOf(text) : []));
  const named = new Set(audited.map(({ eventId }) => eventId));
  expect(
    receipts.filter((eventId) => !named.has(eventId)),
    'each receipt names an event of the audit log',
  ).toEqual([]);
  const requests = new Set(asked.map(({ uuid }) => uuid));
  const others = audited.filter(({ eventId }) => !requests.has(uuidOf(eventId)));
  expect(
    others.flatMap(({ kind }) => (kind === 'transition' ? [] : [kind])),
    'each event without a request is a transition, except the event of the deploy',
  ).toEqual(['release']);
}

const received = z.object({ receipt: z.object({ eventId: z.string() }) });
const receiptOf = (text: string): readonly string[] => {
  const parsed = received.safeParse(JSON.parse(text));
  return parsed.success ? [parsed.data.receipt.eventId] : [];
};

/** Delivers everything a second time, as a stream may, and checks that nothing changes. */
async function checkSecondDelivery(plane: DemoPlane): Promise<void> {
  const tables = ['audit', 'actions', 'tasks', 'decisions', 'ledger'] as const;
  const before = [contentOf(plane.stored, tables), plane.machines.all.size];
  plane.stream.deliverAgain();
  await plane.settle();
  expect([contentOf(plane.stored, tables), plane.machines.all.size], 'a second delivery changes nothing').toEqual(
    before,
  );
}

/** Sends answered calls again, and checks that each gets the same bytes and has no second effect. */
async function checkReplays(plane: DemoPlane, { repeatable }: FinishedJourney): Promise<void> {
  const tables = ['actions', 'tasks', 'decisions'] as const;
  const before = contentOf(plane.stored, tables);
  for (const { asked, answer } of repeatable) {
    const again = await plane.time.until(plane.gateway.call(asked));
    expect([again.status, again.replayed, again.text], `replay of ${asked.path?.['tool']}`).toEqual([
      200,
      true,
      answer.text,
    ]);
  }
  expect(contentOf(plane.stored, tables), 'a replay has no effect').toBe(before);
}
