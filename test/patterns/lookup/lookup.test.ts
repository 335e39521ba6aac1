import { describe, expect, it } from 'vitest';
import type { SorAnswer } from '../../../contract/ports.ts';
import { sor } from '../artefacts.ts';
import { failureOf } from '../failures.ts';
import { answer, look, source } from './source.ts';

const claim = '{"id":"C-1","reserve":{"amount":"1000.00"}}';

describe('A lookup', () => {
  it('A lookup returns the record and its entity tag as the version, and pins that version in the receipt', async () => {
    const admin = source({ answer: answer(200, claim, { etag: '"7"' }) });
    expect(await look(admin)).toEqual({
      result: {
        status: 'found',
        object: { id: 'C-1', reserve: { amount: '1000.00' } },
        sourceVersion: '"7"',
        source: { sor: 'sor.admin', resource: 'claim', identifier: 'C-1' },
      },
      pins: { 'sor.admin/claim': '"7"' },
      targets: [{ sor: 'sor.admin', resource: 'claim', ref: 'C-1' }],
    });
  });

  it('If the SoR sends no entity tag, the result of a lookup has no version', async () => {
    const { result } = await look(source({ answer: answer(200, claim) }));
    expect(result).not.toHaveProperty('sourceVersion');
  });

  it('A lookup sends the identifier as one percent-encoded path segment', async () => {
    const admin = source({ answer: answer(200, claim) });
    await look(admin, { identifier: 'C 1/2' });
    expect(admin.asked).toEqual([{ path: '/claims/C%201%2F2' }]);
  });

  it.each(['..', '.', '..;x', '%2e%2e', 'a/../b', '\u0000'])(
    'A lookup refuses the identifier %j before it sends a request',
    async (identifier) => {
      const admin = source({ answer: answer(200, claim) });
      expect(await failureOf(() => look(admin, { identifier }))).toMatchObject({
        code: 'arguments.invalid',
        pointer: '/identifier',
      });
      expect(admin.asked).toEqual([]);
    },
  );

  it.each([404, 410])('If the SoR answers %i, the lookup returns not_found with an exception', async (status) => {
    expect(await look(source({ answer: answer(status) }))).toMatchObject({
      result: { status: 'not_found' },
      exceptions: [{ kind: 'lookup.not_found' }],
    });
  });

  it.each([401, 403])(
    'If the SoR answers %i, the lookup returns permission_denied instead of not_found',
    async (status) => {
      expect(await look(source({ answer: answer(status) }))).toMatchObject({
        result: { status: 'permission_denied' },
        exceptions: [{ kind: 'lookup.permission_denied' }],
      });
    },
  );

  it.each<[string, SorAnswer]>([
    ['is unavailable', { kind: 'unavailable', reason: 'outbound.timeout' }],
    ['answers 503', answer(503)],
    ['answers 429', answer(429)],
    ['answers 204', answer(204)],
    ['answers 304 to a request without a version', answer(304, '', { etag: '"7"' })],
    ['answers a body that is not JSON', answer(200, '<html>')],
    ['answers a JSON list', answer(200, '[]')],
    ['answers the JSON value null', answer(200, 'null')],
  ])('If the SoR %s, the lookup fails with a retryable source_unavailable', async (_, given) => {
    expect(await failureOf(() => look(source({ answer: given })))).toMatchObject({
      code: 'dependency.unavailable',
      exceptions: [{ kind: 'lookup.source_unavailable', retryable: true }],
    });
  });

  it.each<[string, SorAnswer, string]>([
    [
      'reports that its table does not exist',
      { kind: 'unavailable', reason: 'x', lasting: 'the table does not exist' },
      'the table does not exist',
    ],
    ['names a member twice', answer(200, '{"a":1,"a":2}'), 'has two members of the same name'],
    ['answers a number that a double cannot hold', answer(200, '{"a":9007199254740993}'), 'Store it as text'],
    ['answers the number 1e400', answer(200, '{"a":1e400}'), 'Store it as text'],
    ['answers a member named __proto__', answer(200, '{"__proto__":{}}'), 'Rename it'],
  ])(
    'If the SoR %s, the failure is not retryable, and its message says what must be changed',
    async (_, given, why) => {
      const failure = await failureOf(() => look(source({ answer: given })));
      const exception = { kind: 'lookup.source_unavailable', detail: failure.message, retryable: false };
      expect(failure).toMatchObject({ code: 'dependency.unfit', exceptions: [exception] });
      expect(failure.message).toContain(why);
      expect(failure.retryAfterSeconds).toBeUndefined();
    },
  );

  it('If a lookup refuses the body of an answer, its message contains nothing of the body', async () => {
    const refused = await failureOf(() => look(source({ answer: answer(200, '{"secret-4111":1,"secret-4111":2}') })));
    expect(JSON.stringify([refused.message, refused.exceptions])).not.toContain('4111');
  });

  it('A lookup refuses an asOf in the past, because the SoR cannot answer for it, and sends no request', async () => {
    const admin = source({ answer: answer(200, claim) });
    expect(await failureOf(() => look(admin, { asOf: '2026-01-01T00:00:00Z' }))).toMatchObject({
      code: 'request.invalid',
      pointer: '/asOf',
    });
    expect(admin.asked).toEqual([]);
  });

  it.each(['2027-01-01T00:00:00Z', 'yesterday'])(
    'A lookup refuses asOf %j, because it is in the future or not an instant',
    async (asOf) => {
      const refused = await failureOf(() => look(source({ answer: answer(200, claim) }), { asOf }));
      expect(refused.code).toBe('request.invalid');
    },
  );

  it('A lookup accepts an asOf that is the time of the call', async () => {
    const { result } = await look(source({ answer: answer(200, claim) }), { asOf: '2026-02-03T10:00:00Z' });
    expect(result.status).toBe('found');
  });
});

describe('A replica of an SoR', () => {
  const replica = { ...sor, replica: { lagHeader: 'X-Replica-Lag', maxLagSeconds: 5 } };
  const lag = (seconds: string) => ({ headers: { 'x-replica-lag': seconds } });

  it.each(['0', '5', '4.9'])(
    'If a replica is %s s behind and 5 s are allowed, its answer is accepted',
    async (seconds) => {
      const { result } = await look(source({ answer: answer(200, claim, lag(seconds)) }), { sor: replica });
      expect(result.status).toBe('found');
    },
  );

  it.each<[string, SorAnswer]>([
    ['lags too far behind', answer(200, claim, lag('5.1'))],
    ['answers 404 and lags too far behind', answer(404, '', lag('6'))],
    ['does not state its lag', answer(200, claim)],
    ['states its lag in words', answer(200, claim, lag('soon'))],
    ['states a negative lag', answer(200, claim, lag('-1'))],
  ])('If a replica %s, the lookup fails with a retryable stale_replica', async (_, given) => {
    expect(await failureOf(() => look(source({ answer: given }), { sor: replica }))).toMatchObject({
      code: 'dependency.unavailable',
      exceptions: [{ kind: 'lookup.stale_replica', retryable: true }],
    });
  });
});
