import { describe, expect, it } from 'vitest';
import type { AuditQuery } from '../../../adapters/tables/audit-table.ts';
import type { Caller } from '../../../contract/authority/identity.ts';
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
    [{ run: 'a', tool: 'b' }],
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

  it.each(['1~2', 'a~1~b', 'x~99999~'])('The malformed cursor %s is refused', async (cursor) => {
    await expect(ask({ run: 'a', cursor })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('An approver who is not an auditor gets a 404 when it queries the audit log', async () => {
    await expect(ask({ day: '2026-11-29' }, human('approver-1'))).rejects.toMatchObject({ code: 'function.unknown' });
  });
});
