import { describe, expect, it } from 'vitest';
import type { SorAnswer } from '../../../contract/ports.ts';
import { sor } from '../artefacts.ts';
import { failureOf } from '../failures.ts';
import { answer, look, source } from './source.ts';

const claim = '{"id":"C-1","reserve":{"amount":"1000.00"}}';

describe('a lookup', () => {
  it('answers the object, its source and the entity tag as its version, which the receipt pins', async () => {
    const admin = source({ answer: answer(200, claim, { etag: '"7"' }) });
    expect(await look(admin)).toEqual({
      result: {
        status: 'found',
        object: { id: 'C-1', reserve: { amount: '1000.00' } },
        sourceVersion: '"7"',
        source: { sor: 'sor.admin', resource: 'claim', identifier: 'C-1' },
      },
      pins: { 'sor.admin/claim': '"7"' },
    });
  });

  it('If the record has no version, the answer has none', async () => {
    const { result } = await look(source({ answer: answer(200, claim) }));
    expect(result).not.toHaveProperty('sourceVersion');
  });

  it('requests the identifier as one percent-encoded segment', async () => {
    const admin = source({ answer: answer(200, claim) });
    await look(admin, { identifier: 'C 1/2' });
    expect(admin.asked).toEqual([{ path: '/claims/C%201%2F2' }]);
  });

  it.each(['..', '.', '..;x', '%2e%2e', 'a/../b', '\u0000'])(
    'refuses the identifier %j before it sends a request',
    async (identifier) => {
      const admin = source({ answer: answer(200, claim) });
      expect(await failureOf(() => look(admin, { identifier }))).toMatchObject({
        code: 'arguments.invalid',
        pointer: '/identifier',
      });
      expect(admin.asked).toEqual([]);
    },
  );

  it.each([404, 410])('answers a %i as not_found, a typed value with its exception', async (status) => {
    expect(await look(source({ answer: answer(status) }))).toMatchObject({
      result: { status: 'not_found' },
      exceptions: [{ kind: 'lookup.not_found' }],
    });
  });

  it.each([401, 403])('answers a %i as permission_denied, and not as a missing record', async (status) => {
    expect(await look(source({ answer: answer(status) }))).toMatchObject({
      result: { status: 'permission_denied' },
      exceptions: [{ kind: 'lookup.permission_denied' }],
    });
  });

  it.each<[string, SorAnswer]>([
    ['is away', { kind: 'unavailable', reason: 'outbound.timeout' }],
    ['answers 503', answer(503)],
    ['answers 429', answer(429)],
    ['answers 204', answer(204)],
    ['answers 304 to a question without a version', answer(304, '', { etag: '"7"' })],
    ['answers no JSON', answer(200, '<html>')],
    ['answers a list', answer(200, '[]')],
    ['answers null', answer(200, 'null')],
  ])('is a retryable source_unavailable if the source %s', async (_, stands) => {
    expect(await failureOf(() => look(source({ answer: stands })))).toMatchObject({
      code: 'dependency.unavailable',
      exceptions: [{ kind: 'lookup.source_unavailable', retryable: true }],
    });
  });

  it.each<[string, SorAnswer, string]>([
    [
      'has no table',
      { kind: 'unavailable', reason: 'x', lasting: 'the table does not exist' },
      'the table does not exist',
    ],
    ['names a member twice', answer(200, '{"a":1,"a":2}'), 'has two members of the same name'],
    ['answers a number that no double holds', answer(200, '{"a":9007199254740993}'), 'Store it as text'],
    ['answers 1e400', answer(200, '{"a":1e400}'), 'Store it as text'],
    ['answers an own __proto__', answer(200, '{"__proto__":{}}'), 'Rename it'],
  ])('is not retryable if the source %s, and the message says what must be changed', async (_, stands, why) => {
    const failure = await failureOf(() => look(source({ answer: stands })));
    const exception = { kind: 'lookup.source_unavailable', detail: failure.message, retryable: false };
    expect(failure).toMatchObject({ code: 'dependency.unfit', exceptions: [exception] });
    expect(failure.message).toContain(why);
    expect(failure.retryAfterSeconds).toBeUndefined();
  });

  it('repeats nothing of the body that it refuses', async () => {
    const refused = await failureOf(() => look(source({ answer: answer(200, '{"secret-4111":1,"secret-4111":2}') })));
    expect(JSON.stringify([refused.message, refused.exceptions])).not.toContain('4111');
  });

  it('refuses an asOf in the past, which the source cannot honour', async () => {
    const admin = source({ answer: answer(200, claim) });
    expect(await failureOf(() => look(admin, { asOf: '2026-01-01T00:00:00Z' }))).toMatchObject({
      code: 'request.invalid',
      pointer: '/asOf',
    });
    expect(admin.asked).toEqual([]);
  });

  it.each(['2027-01-01T00:00:00Z', 'yesterday'])('refuses the asOf %j', async (asOf) => {
    const refused = await failureOf(() => look(source({ answer: answer(200, claim) }), { asOf }));
    expect(refused.code).toBe('request.invalid');
  });

  it('honours an asOf of now', async () => {
    const { result } = await look(source({ answer: answer(200, claim) }), { asOf: '2026-02-03T10:00:00Z' });
    expect(result.status).toBe('found');
  });
});

describe('a replica', () => {
  const replica = { ...sor, replica: { lagHeader: 'X-Replica-Lag', maxLagSeconds: 5 } };
  const lag = (seconds: string) => ({ headers: { 'x-replica-lag': seconds } });

  it.each(['0', '5', '4.9'])('that lags %s s of 5 behind is accepted', async (seconds) => {
    const { result } = await look(source({ answer: answer(200, claim, lag(seconds)) }), { sor: replica });
    expect(result.status).toBe('found');
  });

  it.each<[string, SorAnswer]>([
    ['lags too far behind', answer(200, claim, lag('5.1'))],
    ['has not got the record yet, perhaps', answer(404, '', lag('6'))],
    ['does not say how far', answer(200, claim)],
    ['says it in words', answer(200, claim, lag('soon'))],
    ['says it with a sign', answer(200, claim, lag('-1'))],
  ])('that %s is a retryable stale_replica', async (_, stands) => {
    expect(await failureOf(() => look(source({ answer: stands }), { sor: replica }))).toMatchObject({
      code: 'dependency.unavailable',
      exceptions: [{ kind: 'lookup.stale_replica', retryable: true }],
    });
  });
});
