import { describe, expect, it } from 'vitest';
import type { AuditQuery } from '../../../adapters/tables/audit-table.ts';
import type { AuditEvent } from '../../../contract/audit.ts';
import { actorOf, type Caller } from '../../../contract/authority/identity.ts';
import { readEvents } from '../../../lambdas/audit/read-events.ts';
import { human } from '../../support/plane.ts';
import { bodyOfAnswer, requestBy } from '../../support/http-request.ts';

const auditor: Caller = { ...human('auditor'), groups: ['auditors'] };

async function ask(parameters: Record<string, string>, caller = auditor) {
  const queries: AuditQuery[] = [];
  const read = readEvents({
    audit: {
      query: async (query) => {
        queries.push(query);
        return { events: [] };
      },
      progress: async () => ({ indexedUntil: '2026-11-29T20:00:00.000Z' }),
    },
    ledger: { note: async () => undefined },
    head: { current: async () => ({ release: 'release', withdrawn: [], suspended: [] }) },
  });
  const request = requestBy(caller, {});
  const answer = await read({ ...request, event: { ...request.event, queryStringParameters: parameters } });
  return { status: answer.statusCode, query: queries[0], body: bodyOfAnswer(answer) };
}

describe('A query of the audit log', () => {
  it.each([
    [{}],
    [{ actor: 'approver-1' }],
    [{ outcome: 'refused', from: '2026-11-29T10:00:00Z' }],
    [{ run: 'a', outcome: 'denied' }],
    [{ run: 'a', code: 'permission.denid' }],
    [{ run: 'a', colour: 'b' }],
    [{ day: '2026-13-45' }],
    [{ day: '2026-02-30' }],
    [{ day: 'today' }],
    [{ run: 'a', cursor: 'zzz' }],
    [{ run: 'a', from: 'yesterday' }],
    [{ run: 'a', from: '2026-11-29T10:00:00Z', to: '2026-11-29T10:00:00Z' }],
  ])('A query of the audit log with the parameters %j is refused', async (parameters) => {
    await expect(ask(parameters as Record<string, string>)).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('The audit log can be queried by day, by Action with the cursor of a page, and by a range of time', async () => {
    const uuid = '01a22916-ef33-7f55-a563-33a908499f40';
    const cursor = `000003#2026-11-29T20:00:00.000Z#${uuid}`;
    expect((await ask({ day: '2026-11-29' })).query?.by).toEqual({ day: '2026-11-29' });
    expect((await ask({ action: 'act-1', cursor })).query).toMatchObject({ by: { action: 'act-1' }, cursor });
    expect((await ask({ run: 'r', from: '2026-11-29T10:00:00Z' })).query?.from).toBe('2026-11-29T10:00:00.000Z');
  });

  it('The answer to a query says before which instant it is complete, and `sealedUntil` is null if no event is known to be sealed', async () => {
    const { body, query } = await ask({ day: '2026-11-29' });
    expect(body).toEqual({ events: [], indexedUntil: '2026-11-29T20:00:00.000Z', sealedUntil: null });
    expect(query?.indexedUntil).toBe('2026-11-29T20:00:00.000Z');
  });

  it('An unknown code is refused with the known code that is most similar', async () => {
    await expect(ask({ day: '2026-11-29', code: 'permission.denid' })).rejects.toMatchObject({
      message: expect.stringContaining('did you mean "permission.denied"?'),
    });
  });

  it.each(['1~2', 'a~1~b', 'x~99999~'])('The malformed cursor %s is refused', async (cursor) => {
    await expect(ask({ run: 'a', cursor })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('An approver who is not an auditor gets a 404 when it queries the audit log', async () => {
    await expect(ask({ day: '2026-11-29' }, human('approver-1'))).rejects.toMatchObject({ code: 'function.unknown' });
  });
});

const uuid = (i: number): string => `01a22916-ef33-7f55-a563-${String(i).padStart(12, '0')}`;

/** A call that one of two agents made of one of two versions of a tool; every 1,000th call was refused. */
const callNumber = (i: number): AuditEvent => ({
  kind: 'dispatch',
  eventId: `lookup.hash.${uuid(i)}`,
  at: new Date(Date.parse('2026-11-29T00:00:00.000Z') + i * 10).toISOString(),
  actor: i % 2 === 0 ? { kind: 'agent', id: 'claims-agent', name: 'claims-agent' } : actorOf(human('approver-1')),
  release: 'release',
  function: 'lookup',
  tool: 'tool.claim.lookup',
  version: i % 3 === 0 ? '2.0.0' : '1.0.0',
  durationMillis: 1,
  ...(i % 1000 === 0 ? { outcome: 'refused', code: 'permission.denied' } : { outcome: 'answered' }),
});

/** Returns true for an event that the table has under this key. */
const isUnder = (by: AuditQuery['by'], event: AuditEvent): boolean =>
  'caller' in by ? event.actor.id === by.caller : !('action' in by || 'run' in by);

/** Asks the handler, over a table with these events, until an answer has no cursor. */
async function askAll(events: readonly AuditEvent[], parameters: Record<string, string>) {
  const read = readEvents({
    audit: {
      query: async ({ by, cursor = '', limit = 50 }) => {
        const of = events.filter((event) => isUnder(by, event));
        const begin = Number(cursor.slice(-12) || '-1') + 1;
        const end = begin + limit;
        const more = end < of.length ? { cursor: `2026-11-29T00:00:00.000Z#${uuid(end - 1)}` } : {};
        return { events: of.slice(begin, end), ...more };
      },
      progress: async () => ({}),
    },
    ledger: { note: async () => undefined },
    head: { current: async () => ({ release: 'release', withdrawn: [], suspended: [] }) },
  });
  const found: AuditEvent[] = [];
  let requests = 0;
  let cursor: string | undefined;
  do {
    const query = { ...parameters, ...(cursor === undefined ? {} : { cursor }) };
    const body = bodyOfAnswer(await read(requestBy(auditor, { query }))) as { events: AuditEvent[]; cursor?: string };
    found.push(...body.events);
    requests += 1;
    cursor = body.cursor;
  } while (cursor !== undefined);
  return { found, requests };
}

const idsOf = (events: readonly AuditEvent[]): string => events.map(({ eventId }) => eventId).join();

describe('A query with several conditions', () => {
  const events = Array.from({ length: 12_000 }, (_, i) => callNumber(i));
  const day = '2026-11-29';
  const [of0, of1] = [events[0]?.actor, events[1]?.actor];

  it.each<[Record<string, string>, (i: number) => boolean]>([
    [{ day, outcome: 'refused' }, (i) => i % 1000 === 0],
    [{ day, code: 'permission.denied', limit: '60' }, (i) => i % 1000 === 0],
    [{ day, actor: 'approver-1' }, (i) => i % 2 === 1],
    [{ day, actor: of1?.id ?? '' }, (i) => i % 2 === 1],
    [{ day, caller: of0?.id ?? '', outcome: 'answered' }, (i) => i % 2 === 0 && i % 1000 !== 0],
    [{ tool: 'tool.claim.lookup@2.0.0', actor: 'claims-agent' }, (i) => i % 6 === 0],
    [{ day, tool: 'tool.claim.lookup', run: 'run-1' }, () => false],
    [{ day, subject: 'CLM-1' }, () => false],
    [{ day: '2026-11-29', action: 'act-1' }, () => false],
  ])(
    'With the conditions %j, the pages together have each event that fulfils all of them once, in order',
    async (parameters, is) => {
      const { found } = await askAll(events, parameters);
      expect(idsOf(found)).toBe(idsOf(events.filter((_, i) => is(i))));
    },
  );

  it('One request searches at most 5,000 events; if it finds none, its answer has no event and a cursor', async () => {
    expect((await askAll(events, { day, code: 'run.unknown' })).requests).toBe(3);
  });
});
