import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { actionKind } from '../../../contract/artefacts/action-kind.ts';
import { artefactKinds } from '../../../registry/artefact-kinds.ts';
import { sayNames } from '../../../registry/tenant/issue-names.ts';
import { sentencesOf } from '../../../registry/tenant/issue-sentence.ts';
import { artefactFileSchema } from '../../../registry/tenant/schemas/artefact-file.ts';
import { kind } from '../../patterns/artefacts.ts';

const told = (schema: z.ZodType, value: unknown): readonly string[] =>
  sentencesOf(schema.safeParse(value, sayNames).error?.issues ?? [], value).map(
    ({ message, fix }) => `${message}. ${fix}`,
  );

const shape = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('circle'), radius: z.number().min(1) }),
  z.strictObject({ kind: z.literal('square'), side: z.int() }),
]);
const file = z.strictObject({
  source: z.string().min(3).max(5),
  state: z.enum(['open', 'closed']).optional(),
  rates: z.record(z.string().regex(/^[A-Z]{3}$/, 'Use three capitals, such as EUR'), z.number()).optional(),
  days: z.array(z.iso.date()).min(1).max(2).optional(),
  shape: shape.optional(),
  compensation: z.union([z.literal('none'), z.strictObject({ kind: z.string() })]).optional(),
});

describe('the sentence about a finding has the pointer, the value found and what is allowed', () => {
  it.each([
    ['a missing member', {}, '/source is missing. Add it: a text'],
    ['a missing list', { source: 'abc', days: [] }, '/days has 0 items. Use at least 1'],
    ['a member of another type', { source: 5 }, '/source is 5, not a text. Write it in quotes: "5"'],
    [
      'a list where an object is wanted',
      { source: 'abc', rates: [] },
      '/rates is a list, not an object. Write an object',
    ],
    ['a text that is too short', { source: 'ab' }, '/source has 2 characters. Use at least 3'],
    ['a text that is too long', { source: 'abcdef' }, '/source has 6 characters. Use at most 5'],
    [
      'a value that is none of the list',
      { source: 'abc', state: 'opn' },
      '/state is "opn". Did you mean open? Use one of: open, closed',
    ],
    [
      'a name of a record',
      { source: 'abc', rates: { EURO: 1 } },
      '/rates/EURO has a name that is not allowed: "EURO". Use three capitals, such as EUR',
    ],
    ['a malformed date', { source: 'abc', days: ['1 May'] }, '/days/0 is "1 May". Use a date, such as 2026-03-01'],
    [
      'an unknown member',
      { source: 'abc', colour: 'red' },
      '/colour is no member that this file can have. Remove it, or use one of: source, state, rates, days, shape, compensation',
    ],
    [
      'an unknown form',
      { source: 'abc', shape: { kind: 'oval' } },
      '/shape/kind is "oval". Use one of: circle, square',
    ],
    [
      'a number that is too small',
      { source: 'abc', shape: { kind: 'circle', radius: 0 } },
      '/shape/radius is 0. Use at least 1',
    ],
    [
      'a fraction where a whole number is wanted',
      { source: 'abc', shape: { kind: 'square', side: 1.5 } },
      '/shape/side is 1.5, not a whole number. Write a whole number',
    ],
    ['neither of two forms', { source: 'abc', compensation: 7 }, '/compensation is 7. Write none, or an object'],
    [
      'one of two forms with a mistake in it',
      { source: 'abc', compensation: { kind: 7 } },
      '/compensation/kind is 7, not a text. Write it in quotes: "7"',
    ],
  ])('%s', (_title, value, sentence) => {
    expect(told(file, value)).toEqual([sentence]);
  });

  it('a misspelt member is told once, with the missing member that it is nearest to', () => {
    expect(told(file, { sorce: 'abc' })).toEqual(['/sorce is no member that this file can have. Did you mean source?']);
  });

  it('a member that is missing is not called a wrong value: an action kind without compensation', () => {
    const { compensation: _, ...without } = kind;
    expect(told(actionKind, without)).toEqual(['/compensation is missing. Add it: an object']);
  });

  it('an artefact is told in the names and places of its file, not of the compiled form', () => {
    const { schema, ...inFile } = artefactKinds.Queue;
    const queue = { id: 'queue.a', version: '1.0.0', title: 'A', groups: ['g'] };
    const queueFile = artefactFileSchema<'Queue'>(schema, inFile);
    expect(told(queueFile, { ...queue, sla: 'PT4H' })).toEqual([]);
    expect(told(queueFile, queue)).toEqual(['/sla is missing. Add it: a text']);
    expect(told(queueFile, { ...queue, slaSeconds: 60 })).toEqual([
      '/slaSeconds is no member that this file can have. Remove it, or use one of: sla',
      '/sla is missing. Add it: a text',
    ]);
    expect(told(queueFile, { ...queue, sla: 'P31D' })).toEqual(['/sla is "P31D". Use at most PT720H (30 days)']);
    expect(told(queueFile, { ...queue, sla: '4 hours' })).toEqual([
      '/sla is "4 hours". Use an ISO 8601 duration of days and time, such as PT24H or P30D',
    ]);
  });
});
