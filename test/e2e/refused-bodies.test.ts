import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { auditLogWith } from './support/audit-log.ts';
import { dispatch, openRun } from './support/run.ts';
import { answered, anyDispatch, refused } from './support/shapes.ts';

const target = '"target":{"kind":"hash","algorithm":"sha256"}';

const bodies = [
  ['a lone surrogate in a value', String.raw`{"value":"\ud800",${target}}`, 'body.lone_surrogate'],
  ['a lone surrogate in a key', String.raw`{"\udc00":1,"value":"a",${target}}`, 'body.lone_surrogate'],
  ['a reversed surrogate pair', String.raw`{"value":"\udc00\ud800",${target}}`, 'body.lone_surrogate'],
  ['a duplicate member', `{"value":"a","value":"b",${target}}`, 'body.duplicate_key'],
  ['2^53 + 1', `{"value":9007199254740993,${target}}`, 'body.unsafe_number'],
  ['1e400', `{"value":1e400,${target}}`, 'body.unsafe_number'],
  ['__proto__ at the top', `{"__proto__":{"value":"a"},${target}}`, 'body.forbidden_key'],
  ['__proto__ nested', `{"value":{"a":{"__proto__":1}},${target}}`, 'body.forbidden_key'],
  ['arguments nested 20 000 deep', `{"value":${'['.repeat(20_000)}${']'.repeat(20_000)},${target}}`, 'body.too_deep'],
  ['text that is not JSON', '{"value":', 'body.malformed'],
  ['a byte of another charset', Buffer.from(`{"value":"\u00ddzmir",${target}}`, 'latin1'), 'body.malformed'],
  ['an array instead of an object', '["a"]', 'body.malformed'],
  ['null for a string', `{"value":null,${target}}`, 'arguments.invalid'],
] as const;

it.each(bodies)(
  'A body with %s is refused with 400 and its own code, and the audit log has the refusal',
  async (_, body, code) => {
    const run = await openRun();
    const answer = await dispatch(run, 'tool.money.convert', { body });
    expect(refused(answer)).toMatchObject({ status: 400, code });
    const logged = await auditLogWith({ run: run.runId }, [answer.eventId]);
    expect(logged.find(({ eventId }) => eventId === answer.eventId)).toMatchObject({ outcome: 'refused', code });
  },
);

it('A body over 256 KB gets 413, a body of exactly 256 KB is processed, and the audit log has both calls', async () => {
  const run = await openRun();
  const sized = (bytes: number): string => {
    const empty = `{"value":"",${target}}`;
    return `{"value":"${'a'.repeat(bytes - empty.length)}",${target}}`;
  };
  const over = await dispatch(run, 'tool.money.convert', { body: sized(256 * 1024 + 1) });
  expect(refused(over)).toMatchObject({ status: 413, code: 'body.too_large' });
  const below = await dispatch(run, 'tool.money.convert', { body: sized(256 * 1024) });
  expect(refused(below)).toMatchObject({ status: 400, code: 'arguments.invalid', pointer: '/value' });
  await auditLogWith({ run: run.runId }, [over.eventId, below.eventId]);
});

it('Text that looks like a number, a boolean or an object is hashed as text, in its canonical JSON with quotation marks', async () => {
  const run = await openRun();
  for (const value of ['123321', 'true', '{"a":1}']) {
    const body = { value, target: { kind: 'hash', algorithm: 'sha256' } };
    const { result } = answered(await dispatch(run, 'tool.money.convert', { body }), anyDispatch);
    const hash = createHash('sha256').update(JSON.stringify(value)).digest('hex');
    expect(result).toEqual({ status: 'hashed', algorithm: 'sha256', hash });
  }
});
