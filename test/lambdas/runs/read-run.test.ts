import { describe, expect, it } from 'vitest';
import type { AuditEvent } from '../../../contract/audit.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
import { newUuid, ownEventId } from '../../../contract/dispatch/keys.ts';
import type { Run } from '../../../contract/rows/run.ts';
import { byRoute } from '../../../lambdas/routes.ts';
import { runsHandler } from '../../../lambdas/runs/runs.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';
import { agent, human, planeWorld, start } from '../../support/plane.ts';

const at = (seconds: number): string => new Date(start + seconds * 1000).toISOString();

const run: Run = {
  runId: 'run-of-the-claims-agent',
  owner: { kind: 'agent', id: 'claims-agent', name: 'claims-agent' },
  purpose: 'claims.adjustment',
  subject: 'CLM-1',
  replayable: true,
  release: 'release-1',
  pins: { 'tool.claim.lookup@1.0.0': 'a' },
  engine: 'engine-1',
  createdAt: at(0),
  expiresAt: at(60),
};

const base = { actor: run.owner, runId: run.runId, purpose: 'claims.adjustment', release: 'release-1' };
const id = (name: string): string => ownEventId(name, newUuid());

const events: readonly AuditEvent[] = [
  { ...base, kind: 'run', eventId: id('runs'), at: at(0), pins: run.pins, expiresAt: run.expiresAt },
  {
    ...base,
    kind: 'dispatch',
    eventId: id('action-staging'),
    at: at(1),
    function: 'action-staging',
    tool: 'tool.reserve.stage',
    version: '1.0.0',
    outcome: 'answered',
    argsHash: 'blind-args',
    resultHash: 'blind-result',
    policies: ['tenant.access.stage'],
    decision: { basis: 'event-of-the-lookup' },
    actionId: 'act-1',
    durationMillis: 12,
  },
  {
    ...base,
    kind: 'dispatch',
    eventId: id('lookup'),
    at: at(2),
    function: 'lookup',
    tool: 'tool.claim.lookup',
    outcome: 'refused',
    code: 'permission.denied',
    durationMillis: 3,
  },
  {
    ...base,
    kind: 'decision',
    eventId: id('decide'),
    at: at(3),
    actor: { kind: 'human', id: 'sub-approver-1', name: 'approver-1' },
    actionId: 'act-1',
    taskId: 'task-1',
    actionVersion: 3,
    decisionKind: 'approval.granted',
    decisionId: 'approval.granted#1',
    policies: ['tenant.access.commit'],
    from: 'pending',
    to: 'approved',
  },
  {
    ...base,
    kind: 'transition',
    eventId: id('commit-send'),
    at: at(4),
    actionId: 'act-1',
    from: 'approved',
    to: 'committing',
    actionVersion: 4,
  },
];

async function reading() {
  const plane = await planeWorld();
  const { world } = plane;
  const [opened] = events;
  if (!opened) throw new Error('a run has an event');
  await world.runs.open(run, opened);
  for (const event of events) await world.audit.put(event);
  const before = plane.events().length;
  const handle = byRoute(runsHandler({ ...plane, ...world.runs, audit: world.audit, engine: 'engine-1' }));
  return {
    noted: () => plane.events().slice(before),
    read: (caller: Caller, query: Record<string, string> = {}, runId = run.runId) =>
      handle(requestBy(caller, { routeKey: 'GET /v1/runs/{id}', id: runId, query })),
  };
}

describe('The answer about a run', () => {
  it('The owner of a run sees its pins, and its calls, refusals and steps of Actions sorted by time', async () => {
    const { read } = await reading();
    const body = bodyOfAnswer(await read(agent));
    expect(body).toEqual({
      ...run,
      indexedUntil: null,
      sealedUntil: null,
      timeline: [
        { kind: 'run', eventId: events[0]?.eventId, at: at(0), expiresAt: run.expiresAt },
        {
          kind: 'dispatch',
          eventId: events[1]?.eventId,
          at: at(1),
          tool: 'tool.reserve.stage',
          version: '1.0.0',
          outcome: 'answered',
          argsHash: 'blind-args',
          resultHash: 'blind-result',
          durationMillis: 12,
          actionId: 'act-1',
          basis: 'event-of-the-lookup',
        },
        {
          kind: 'dispatch',
          eventId: events[2]?.eventId,
          at: at(2),
          tool: 'tool.claim.lookup',
          outcome: 'refused',
          code: 'permission.denied',
          durationMillis: 3,
        },
        {
          kind: 'decision',
          eventId: events[3]?.eventId,
          at: at(3),
          actionId: 'act-1',
          taskId: 'task-1',
          actionVersion: 3,
          from: 'pending',
          to: 'approved',
          decisionKind: 'approval.granted',
          decisionId: 'approval.granted#1',
        },
        {
          kind: 'transition',
          eventId: events[4]?.eventId,
          at: at(4),
          actionId: 'act-1',
          actionVersion: 4,
          from: 'approved',
          to: 'committing',
        },
      ],
    });
  });

  it('The owner of a run does not see other actors or policies', async () => {
    const { read } = await reading();
    const { body } = await read(agent);
    for (const kept of ['approver-1', 'tenant.access']) expect(body).not.toContain(kept);
  });

  it('The owner of a run can read it after its end', async () => {
    const { read } = await reading();
    expect(Date.parse(run.expiresAt)).toBeLessThan(Date.now());
    expect((await read(agent)).statusCode).toBe(200);
  });

  it('Reading a run page by page comes to an end, although reading each page writes an event', async () => {
    const { read } = await reading();
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const page = bodyOfAnswer(await read(agent, { limit: '2', ...(typeof cursor === 'string' ? { cursor } : {}) }));
      seen.push(...(page['timeline'] as { eventId: string }[]).map(({ eventId }) => eventId));
      cursor = page['cursor'];
    } while (cursor !== undefined);
    expect(seen).toEqual(events.map(({ eventId }) => eventId));
  });

  it('Reading a run writes one event with reader and run, which does not appear in the timeline', async () => {
    const { read, noted } = await reading();
    const answer = await read(agent);
    expect(noted()).toMatchObject([{ kind: 'read', subject: run.runId, actor: { name: 'claims-agent' } }]);
    expect(noted()[0]).not.toHaveProperty('runId');
    expect(answer.headers?.['audit-event-id']).toBe(noted()[0]?.eventId);
  });
});

describe('A run of somebody else', () => {
  it('An auditor reads any run and its timeline, and the read is an event', async () => {
    const { read, noted } = await reading();
    const body = bodyOfAnswer(await read(human('auditor', ['auditors'])));
    expect(body).toMatchObject({ runId: run.runId, owner: run.owner });
    expect(body['timeline']).toHaveLength(events.length);
    expect(noted()).toMatchObject([{ kind: 'read', subject: run.runId, actor: { name: 'auditor' } }]);
  });

  it.each([
    ['another agent', { ...agent, id: 'other-agent', name: 'other-agent' }],
    ['a human who has the agent’s name', { ...human('claims-agent'), id: 'claims-agent' }],
    ['an operator', human('operator', ['operators'])],
    ['an agent that claims to be an auditor', { ...agent, id: 'other-agent', groups: ['auditors'] }],
  ])('If %s asks for a run, the answer is a 404', async (_name, caller) => {
    const { read, noted } = await reading();
    await expect(read(caller)).rejects.toMatchObject({ code: 'run.unknown' });
    expect(noted()).toEqual([]);
  });

  it.each(['run-of-nobody-0000', 'a'.repeat(3000), '../runs'])(
    'For the run id %s, which does not exist, the answer is a 404',
    async (runId) => {
      const { read } = await reading();
      await expect(read(agent, {}, runId)).rejects.toMatchObject({ code: 'run.unknown' });
    },
  );
});

it.each([
  [{ limit: '0' }, 'the parameter limit must be a whole number from 1 to 200'],
  [{ limit: 'all' }, 'the parameter limit must be a whole number from 1 to 200'],
  [{ cursor: 'x'.repeat(2000) }, 'the parameter cursor is malformed: send the cursor of the previous page unchanged'],
  [{ run: 'another' }, 'run is not a known parameter'],
])('The query %j for a run is refused with a message about the wrong parameter', async (query, message) => {
  const { read } = await reading();
  await expect(read(agent, query)).rejects.toMatchObject({ code: 'request.invalid', message });
});
