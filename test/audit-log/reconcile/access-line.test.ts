import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessLineOf, isUnknownOutcome, mustHaveEvent } from '../../../audit-log/reconcile/access-line.ts';
import { platformFunctions, type PlatformFunction } from '../../../contract/platform/functions.ts';
import { accessLine } from './access-lines.ts';

/** Lines in the form in which API Gateway writes them, one for each kind of end of a request. */
const recorded = readFileSync(join(import.meta.dirname, 'access-log.jsonl'), 'utf8')
  .trim()
  .split('\n');

const at = Date.parse('2026-11-20T00:00:00Z');
const lineOf = (options: Partial<Parameters<typeof accessLine>[0]>) => {
  const line = accessLineOf(accessLine({ requestId: 'JKJaXmPLvHcESHA=', at, ...options }));
  if (line === undefined) throw new Error('the line is malformed');
  return line;
};

describe('A line of the access log', () => {
  it('Each recorded line has a request id, a time, a route and a status, and says if the request must have an event', () => {
    expect(recorded.map(accessLineOf).map((line) => line && { ...line, must: mustHaveEvent(line) })).toEqual([
      {
        requestId: 'JKJaXmPLvHcESHA=',
        at: Date.parse('2026-11-20T08:15:02Z'),
        route: 'POST /v1/conversion/{tool}',
        status: 200,
        answered: 200,
        must: true,
      },
      {
        requestId: 'JKJaYiA9PHcESJA=',
        at: Date.parse('2026-11-20T08:15:09Z'),
        route: 'POST /v1/runs',
        status: 201,
        answered: 201,
        must: true,
      },
      {
        requestId: 'JKJaZgXGPHcEJtg=',
        at: Date.parse('2026-11-20T08:16:00Z'),
        route: '$default',
        status: 404,
        answered: 404,
        must: true,
      },
      {
        requestId: 'JKJaah6wPHcESwA=',
        at: Date.parse('2026-11-20T08:16:41Z'),
        route: 'GET /v1/tools',
        status: 200,
        answered: 200,
        must: false,
      },
      {
        requestId: 'JKJabjkQvHcES3w=',
        at: Date.parse('2026-11-20T08:17:30Z'),
        route: 'POST /v1/search/{tool}',
        status: 401,
        must: false,
      },
      {
        requestId: 'JKJaci7uvHcESNg=',
        at: Date.parse('2026-11-20T08:18:12Z'),
        route: 'POST /v1/search/{tool}',
        status: 429,
        must: false,
      },
      {
        requestId: 'JKJadgC8vHcESPA=',
        at: Date.parse('2026-11-20T09:18:13Z'),
        route: 'POST /v1/lookup/{tool}',
        status: 503,
        must: false,
      },
    ]);
  });

  it.each([
    ['is not JSON', 'requestId=JKJaXmPLvHcESHA='],
    ['has no request id', accessLine({ requestId: '', at })],
    ['has a time in another form', accessLine({ requestId: 'a', at }).replace('20/Nov/2026:', '2026-11-20T')],
    ['has a month that does not exist', accessLine({ requestId: 'a', at }).replace('Nov', 'Nix')],
    ['has a status that is not a number', accessLine({ requestId: 'a', at }).replace('"200"', '"-"')],
  ])('If a line %s, it is malformed', (_, text) => {
    expect(accessLineOf(text)).toBeUndefined();
  });

  it.each([
    ['a function refuses with 401, because the token names nobody', { status: 401 }, false],
    ['a tool of the catalog is read', { route: 'GET /v1/tools/{tool}' }, false],
    ['a read of the catalog is refused', { route: 'GET /v1/tools/{tool}', status: 404 }, true],
    ['a withdrawal is repeated', { route: 'POST /v1/actions/{id}/withdraw' }, true],
    ['a compensation is repeated', { route: 'POST /v1/actions/{id}/compensate' }, true],
    ['a compensation is staged', { route: 'POST /v1/actions/{id}/compensate', status: 201 }, true],
    ['a withdrawal is refused', { route: 'POST /v1/tasks/{id}/withdraw', status: 409 }, true],
    ['a function fails', { status: 500 }, true],
  ])('If %s, it is known whether an event must exist', (_, options, must) => {
    expect(mustHaveEvent(lineOf(options))).toBe(must);
  });

  it.each([
    ['names no error of the gateway', '-', 200],
    ['names an error of the gateway', 'Too Many Requests', undefined],
  ])('If a line of an earlier version %s, it is known whether a function answered', (_, error, answered) => {
    const line = JSON.parse(accessLine({ requestId: 'a', at })) as Record<string, string>;
    const earlier = { ...line, error, answered: undefined };
    expect(accessLineOf(JSON.stringify(earlier))?.answered).toBe(answered);
  });

  it('The routes on which a request may leave no event are routes of the contract', () => {
    const routes = Object.values<PlatformFunction>(platformFunctions).flatMap((row) => row.routes ?? []);
    const silent = routes.filter((route) => !mustHaveEvent(lineOf({ route })));
    expect(silent.toSorted()).toEqual(['GET /v1/me', 'GET /v1/tools', 'GET /v1/tools/{tool}']);
  });

  it('The outcome is unknown only if the function answered with status 500 or higher', () => {
    expect([200, 404, 500, 503].map((status) => isUnknownOutcome(lineOf({ status })))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    expect(isUnknownOutcome(lineOf({ status: 503, answered: '-' }))).toBe(false);
  });
});
