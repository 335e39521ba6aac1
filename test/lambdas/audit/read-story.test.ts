import { describe, expect, it } from 'vitest';
import { putDecision } from '../../../adapters/tables/rows.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { actorOf, type Caller } from '../../../contract/authority/identity.ts';
import type { Action } from '../../../contract/rows/action.ts';
import type { Decision } from '../../../contract/rows/task.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { readStory } from '../../../lambdas/audit/story/read-story.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, payload, planeWorld, shownCase, stagedAction, start } from '../../support/plane.ts';

const auditor = human('auditor', ['auditors']);
const approver = human('approver-1');
const policy = '@id("permit.claims") permit (principal, action, resource);';
const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();
const id = (name: string): string => ownEventId(name, newUuid());
const [basis, authoring] = [id('lookup'), id('action-staging')];
const receipt = { status: 200, at: at(5) };
const { id: actionId } = stagedAction();

const base = { actor: actorOf(agent), runId: 'run-1', purpose: 'claims.adjustment', release: 'release-1' };
const call = { ...base, kind: 'dispatch', durationMillis: 1, version: '1.0.0' } as const;
const decision: Decision = {
  id: 'approval.granted#task-1#1',
  kind: 'approval.granted',
  actionId,
  by: actorOf(approver),
  at: at(3),
  reason: 'the second opinion is plausible',
};

/** The events of a change from the lookup to the commit, in another order than that of time. */
const events: readonly AuditEvent[] = [
  {
    ...call,
    eventId: authoring,
    at: at(1),
    function: 'action-staging',
    tool: 'tool.reserve.stage',
    outcome: 'answered',
    actionId,
  },
  { ...call, eventId: basis, at: at(0), function: 'lookup', tool: 'tool.claim.lookup', outcome: 'answered' },
  // Another call of the same run is no part of the story.
  { ...call, eventId: id('lookup'), at: at(1), function: 'lookup', tool: 'tool.claim.lookup', outcome: 'answered' },
  { ...base, kind: 'read', eventId: id('tasks'), at: at(2), actor: actorOf(approver), subject: 'task-1', actionId },
  {
    ...base,
    kind: 'decision',
    eventId: id('decide'),
    at: at(3),
    actor: actorOf(approver),
    actionId,
    actionVersion: 3,
    decisionKind: 'approval.granted',
    decisionId: decision.id,
    policies: ['permit.claims'],
    policyHashes: [sha256(policy)],
    from: 'pending',
    to: 'approved',
  },
  {
    ...base,
    kind: 'transition',
    eventId: id('commit-send'),
    at: at(5),
    actor: { kind: 'platform', id: 'p', name: 'platform' },
    actionId,
    from: 'committing',
    to: 'committed',
    actionVersion: 5,
  },
];

async function asking({
  action = {},
  kept = [policy],
  told = events,
  decided = [decision],
}: { action?: Partial<Action>; kept?: string[]; told?: readonly AuditEvent[]; decided?: Decision[] } = {}) {
  const plane = await planeWorld({
    action: { authoring: { ...stagedAction().authoring, eventId: authoring, basis }, sorReceipt: receipt, ...action },
  });
  const { world } = plane;
  for (const event of told) await world.audit.put(event);
  for (const text of kept) await world.content.put('policies', sha256(text), Buffer.from(text));
  await world.stored.write(decided.map(putDecision));
  const handle = readStory({ ...plane, audit: world.audit });
  return {
    plane,
    ask: (caller: Caller = auditor, query: Record<string, string> = { action: plane.actionId }) =>
      handle(requestBy(caller, { routeKey: 'GET /v1/audit/story', query })),
  };
}
const story = async (options?: Parameters<typeof asking>[0]) => bodyOfAnswer(await (await asking(options)).ask());

describe('The story of an Action', () => {
  it('An auditor reads in the order of time who looked up, staged, read, decided and sent, with values, reason and answer', async () => {
    const body = await story();
    expect((body['entries'] as { sentence: string }[]).map(({ sentence }) => sentence)).toEqual([
      'claims-agent called tool.claim.lookup@1.0.0; its answer is the basis of the change.',
      'claims-agent staged the change with tool.reserve.stage@1.0.0: Reserve from "1000.00" to "1500.00"; the rationale is "the repair costs more".',
      'approver-1 read task-1.',
      'approver-1 granted the change, with the reason "the second opinion is plausible", under permit.claims.',
      `The Action went from committing to committed; ${stagedAction().target.sor} answered 200 at ${receipt.at}.`,
    ]);
    expect(body).toMatchObject({
      action: {
        id: actionId,
        target: { ref: 'CLM-1' },
        requester: { name: 'claims-agent' },
        owner: 'adjuster',
        receipt,
      },
      payload,
      case: shownCase,
      decisions: [decision],
      policies: [{ name: 'permit.claims', hash: sha256(policy), text: policy }],
      unknown: [],
    });
  });

  it.each<[Partial<Decision>, string]>([
    [
      { kind: 'approval.denied', reason: 'too high' },
      'approver-1 denied the change, with the reason "too high", under permit.claims.',
    ],
    [
      { kind: 'approval.reassigned', queue: { from: 'queue.a', to: 'queue.b' }, reason: 'a case for others' },
      'approver-1 gave the Task to another queue: from queue.a to queue.b, with the reason "a case for others", under permit.claims.',
    ],
    [
      { kind: 'action.resolved', arrived: false, reason: 'line 4711' },
      'approver-1 reported the outcome of the change: it did not arrive, with the reason "line 4711", under permit.claims.',
    ],
  ])('The Decision %j has a sentence', async (more, sentence) => {
    const body = await story({ decided: [{ ...decision, ...more }] });
    expect(body['entries']).toContainEqual(expect.objectContaining({ kind: 'decision', sentence }));
  });

  it('The read of a story is an event of the Action, and the answer names it', async () => {
    const { plane, ask } = await asking();
    const answer = await ask();
    const [event] = plane.events().slice(-1);
    expect(event).toMatchObject({
      kind: 'read',
      actionId,
      actor: { name: 'auditor' },
      subject: `story of ${actionId}`,
    });
    expect(answer.headers?.['audit-event-id']).toBe(event?.eventId);
  });

  it('A text that was not kept, an event that was not found and a Decision without a record are said to be unknown', async () => {
    const told = events.filter(({ eventId }) => eventId !== basis);
    expect((await story({ kept: [], told, decided: [] }))['unknown']).toEqual([
      `The event ${basis}, which the Action cites, was not found among the events of its run.`,
      `The record of the Decision ${decision.id} was not found.`,
      `The text of the policy permit.claims with the hash ${sha256(policy)} was not kept.`,
    ]);
  });

  it('If the case was erased, the story has the events without its values, and the hash of the case', async () => {
    const caseHash = '0'.repeat(64);
    const body = await story({ action: { caseHash } });
    expect(body).toMatchObject({ payload, unknown: [`The case of the Action was erased. Its hash is ${caseHash}.`] });
    expect(body).not.toHaveProperty('case');
    expect(JSON.stringify(body['entries'])).not.toContain('1500.00');
  });

  it.each([
    ['the requester', agent],
    ['an approver', approver],
    ['an operator', human('operator', ['operators'])],
    ['an agent that claims to be an auditor', { ...agent, groups: ['auditors'] }],
  ])('If %s asks for a story, there is nothing at this path', async (_name, caller) => {
    const { plane, ask } = await asking();
    await expect(ask(caller)).rejects.toMatchObject({ code: 'function.unknown' });
    expect(plane.events()).toEqual([]);
  });

  it('An auditor who is not cleared for the markings of an Action gets no story', async () => {
    const { ask } = await asking({ action: { markings: ['regulated.kvkk'] } });
    await expect(ask()).rejects.toMatchObject({ code: 'marking.exceeds_clearance' });
  });

  it.each([
    [{}, 'request.invalid'],
    [{ claim: 'CLM-1' }, 'request.invalid'],
    [{ action: 'act-none' }, 'action.unknown'],
  ])('The parameters %j are refused with %s', async (query, code) => {
    const { ask } = await asking();
    await expect(ask(auditor, query as Record<string, string>)).rejects.toMatchObject({ code });
  });
});
