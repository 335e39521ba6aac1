import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listEventsOf } from '../../../bin/audit/list-events.ts';
import { tellStoryOf } from '../../../bin/audit/tell-story.ts';
import type { Command } from '../../../bin/command.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { actorOf } from '../../../contract/authority/identity.ts';
import { ownEventId, newUuid } from '../../../contract/dispatch/keys.ts';
import { readEvents } from '../../../lambdas/audit/read-events.ts';
import { readStory } from '../../../lambdas/audit/story/read-story.ts';
import { apiServer, type ApiServer } from '../../support/api-server.ts';
import { agent, human, planeWorld, stagedAction, start, type PlaneWorld } from '../../support/plane.ts';

const callers = { auditor: human('auditor', ['auditors']), approver: human('approver-1') };
const day = new Date(start).toISOString().slice(0, 10);

let plane: PlaneWorld;
let server: ApiServer;

beforeAll(async () => {
  server = await apiServer(
    {
      'GET /v1/audit/events': (request) => readEvents({ ...plane, audit: plane.world.audit })(request),
      'GET /v1/audit/story': (request) => readStory({ ...plane, audit: plane.world.audit })(request),
    },
    callers,
    start,
  );
});
afterAll(() => server.close());
beforeEach(async () => {
  plane = await planeWorld();
});

const call = (i: number, more: Partial<AuditEvent> = {}): AuditEvent =>
  ({
    kind: 'dispatch',
    eventId: ownEventId('lookup', newUuid()),
    at: new Date(start + i).toISOString(),
    actor: actorOf(agent),
    release: 'release-1',
    function: 'lookup',
    tool: 'tool.claim.lookup',
    version: '1.0.0',
    durationMillis: 1,
    outcome: 'answered',
    ...more,
  }) as AuditEvent;

async function run(
  of: (signIn: () => Promise<{ apiUrl: string; token: string }>) => Command,
  { operands = [], options = {}, json = false }: Partial<Parameters<Command['run']>[0]> = {},
  who: keyof typeof callers = 'auditor',
) {
  const [out, err]: [string[], string[]] = [[], []];
  const given = { operands, options, json, tenant: 'demo', tenantsDir: 'tenants' };
  const io = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text), color: false };
  const code = await of(async () => ({ apiUrl: server.apiUrl, token: who })).run(given, io);
  return { code, out: out.join(''), err: err.join('') };
}

describe('The command `audit story`', () => {
  it('The story has the facts of the Action, each event with its time, and what is not known', async () => {
    const { id, authoring } = stagedAction();
    await plane.world.audit.put(call(7, { actionId: id, outcome: 'refused', code: 'marking.exceeds_clearance' }));
    const { out } = await run(tellStoryOf, { operands: [id] });
    expect(out).toContain(`action       ${id}\n`);
    expect(out).toMatch(
      /The events\n +\S+007Z {2}claims-agent called tool.claim.lookup@1.0.0, and the call was refused/,
    );
    expect(out).toContain(`Not known\n    The event ${authoring.basis}, which the Action cites`);
    expect(JSON.parse((await run(tellStoryOf, { operands: [id], json: true })).out)).toMatchObject({ action: { id } });
  });

  it('The command needs one Action, and refuses a person who is no auditor with the words of the API', async () => {
    await expect(run(tellStoryOf)).rejects.toThrow(/takes the id of one Action/);
    await expect(run(tellStoryOf, { operands: [plane.actionId] }, 'approver')).rejects.toThrow(/^function\.unknown/);
  });
});

describe('The command `audit events`', () => {
  it('The events that fulfil all conditions are a table, one JSON document, or lines of JSON', async () => {
    await plane.world.audit.put(call(1));
    await plane.world.audit.put(call(2, { outcome: 'refused', code: 'permission.denied' }));
    const options = { day, outcome: 'refused' };
    const { out } = await run(listEventsOf, { options });
    expect(out.split('\n')).toHaveLength(3);
    expect(out).toMatch(/claims-agent +dispatch +tool\.claim\.lookup@1\.0\.0 +refused: permission\.denied/);
    expect(JSON.parse((await run(listEventsOf, { options, json: true })).out)).toMatchObject({
      events: [{ outcome: 'refused' }],
      more: false,
    });
    const lines = (await run(listEventsOf, { options: { day, ndjson: true } })).out.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { outcome: string }).outcome)).toEqual(['answered', 'refused']);
  });

  it('If there are more events than asked for, the command says so; if there is none, it says so too', async () => {
    for (let i = 0; i < 450; i += 1) await plane.world.audit.put(call(i));
    const some = await run(listEventsOf, { options: { day, most: '300', ndjson: true } });
    expect(some.out.trimEnd().split('\n')).toHaveLength(300);
    expect(some.err).toBe('These are the first 300 events. Use --most to see more\n');
    const all = await run(listEventsOf, { options: { day, most: '500', ndjson: true } });
    expect([all.out.trimEnd().split('\n').length, all.err]).toEqual([450, '']);
    expect((await run(listEventsOf, { options: { day, actor: 'nobody' } })).out).toBe('No event matches\n');
  });

  it('A condition that does not exist is refused with the known ones, and two formats at once are refused', async () => {
    const refused = run(listEventsOf, { options: { day, code: 'permission.denid' } });
    await expect(refused).rejects.toThrow(/did you mean "permission\.denied"\? [A-Z]/);
    await expect(run(listEventsOf, { options: { ndjson: true }, json: true })).rejects.toThrow(/exclude each other/);
  });
});
