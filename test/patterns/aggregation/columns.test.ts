import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportTable } from '../../../contract/rows/exports.ts';
import { exportedColumnOf, columnsOf } from '../../../patterns/aggregation/exported/columns.ts';

const pointer = fc
  .array(fc.constantFrom('a', 'B', 'b', '_', '-', '0', '00005f', 'é', 'x'.repeat(150), '\u{1f600}'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((steps) => `/${steps.join('/')}`);

it('Each member gets a column name that Glue and SQL accept, and no two members share a name', () => {
  fc.assert(
    fc.property(pointer, pointer, (a, b) => {
      const [one, other] = [a, b].map((at) => exportedColumnOf({ pointer: at, kind: 'text' }).name);
      expect(one).toMatch(/^[a-z][a-z0-9_]{0,254}$/);
      expect(one === other).toBe(a === b);
    }),
  );
});

it('If a member changes its kind, it gets another column name', () => {
  const names = (kind: 'text' | 'money') => columnsOf({ pointer: '/reserve/updatedAt', kind }).map(({ name }) => name);
  expect(names('text')).toEqual(['text_reserve__updated_at']);
  expect(names('money')).toEqual(['money_reserve__updated_at', 'currency_reserve__updated_at']);
});

it('Types whose names differ only in upper and lower case get different table names', () => {
  expect(['Claim', 'ClaimHistory', 'Claimhistory'].map(exportTable)).toEqual([
    'claim',
    'claim_history',
    'claimhistory',
  ]);
});
