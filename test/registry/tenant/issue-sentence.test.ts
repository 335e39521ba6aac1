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

describe('The sentence about a problem in a file', () => {
  it.each([
    ['a missing member', {}, '/source is missing. Add it: a text'],
    ['an empty list', { source: 'abc', days: [] }, '/days has 0 items. Use at least 1'],
    ['a value of another type', { source: 5 }, '/source is 5, not a text. Write it in quotes: "5"'],
    ['a list in place of an object', { source: 'abc', rates: [] }, '/rates is a list, not an object. Write an object'],
    ['a text that is too short', { source: 'ab' }, '/source has 2 characters. Use at least 3'],
    ['a text that is too long', { source: 'abcdef' }, '/source has 6 characters. Use at most 5'],
    [
      'a value that is not in the list',
      { source: 'abc', state: 'opn' },
      '/state is "opn". Did you mean open? Use one of: open, closed',
    ],
    [
      'a member name that is not allowed',
      { source: 'abc', rates: { EURO: 1 } },
      '/rates/EURO has a name that is not allowed: "EURO". Use three capitals, such as EUR',
    ],
    ['a malformed date', { source: 'abc', days: ['1 May'] }, '/days/0 is "1 May". Use a date, such as 2026-03-01'],
    [
      'an unknown member',
      { source: 'abc', colour: 'red' },
      '/colour is not a member of this file. Remove it, or use one of: source, state, rates, days, shape, compensation',
    ],
    [
      'an unknown form of a union',
      { source: 'abc', shape: { kind: 'oval' } },
      '/shape/kind is "oval". Use one of: circle, square',
    ],
    [
      'a number that is too small',
      { source: 'abc', shape: { kind: 'circle', radius: 0 } },
      '/shape/radius is 0. Use at least 1',
    ],
    [
      'a fraction in place of a whole number',
      { source: 'abc', shape: { kind: 'square', side: 1.5 } },
      '/shape/side is 1.5, not a whole number. Write a whole number',
    ],
    [
      'a value that fits neither of two forms',
      { source: 'abc', compensation: 7 },
      '/compensation is 7. Write none, or an object',
    ],
    [
      'a value that fits one of two forms except for one mistake',
      { source: 'abc', compensation: { kind: 7 } },
      '/compensation/kind is 7, not a text. Write it in quotes: "7"',
    ],
  ])('The sentence about %s has the pointer, the value found and what is allowed', (_title, value, sentence) => {
    expect(told(file, value)).toEqual([sentence]);
  });

  it('A misspelt member is reported once, with the missing member whose name is nearest', () => {
    expect(told(file, { sorce: 'abc' })).toEqual(['/sorce is not a member of this file. Did you mean source?']);
  });

  it('A missing member is reported as missing, not as a wrong value: an action kind without compensation', () => {
    const { compensation: _, ...without } = kind;
    expect(told(actionKind, without)).toEqual(['/compensation is missing. Add it: an object']);
  });

  it('A problem of an artefact is reported with the names and places of its file, not of the compiled form', () => {
    const { schema, ...inFile } = artefactKinds.Queue;
    const queue = { id: 'queue.a', version: '1.0.0', title: 'A', groups: ['g'], notify: 'none' };
    const queueFile = artefactFileSchema<'Queue'>(schema, inFile);
    expect(told(queueFile, { ...queue, sla: 'PT4H' })).toEqual([]);
    expect(told(queueFile, queue)).toEqual(['/sla is missing. Add it: a text']);
    expect(told(queueFile, { ...queue, slaSeconds: 60 })).toEqual([
      '/slaSeconds is not a member of this file. Remove it, or use one of: sla',
      '/sla is missing. Add it: a text',
    ]);
    expect(told(queueFile, { ...queue, sla: 'PT4H', warnBefore: 'PT1H' })).toEqual([]);
    expect(told(queueFile, { ...queue, sla: 'PT4H', warnBefore: 'PT4H' })).toEqual([
      '/warnBefore ("PT4H") is not shorter than sla, so no Task could be warned about. Use a shorter time than sla',
    ]);
    expect(told(queueFile, { ...queue, sla: 'P31D' })).toEqual(['/sla is "P31D". Use at most PT720H (30 days)']);
    expect(told(queueFile, { ...queue, sla: '4 hours' })).toEqual([
      '/sla is "4 hours". Use an ISO 8601 duration of days and time, such as PT24H or P30D',
    ]);
  });
});
