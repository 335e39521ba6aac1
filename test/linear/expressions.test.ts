import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expressions } from './expressions.ts';

const proved = new Set(JSON.parse(readFileSync(join(import.meta.dirname, 'proved.json'), 'utf8')) as string[]);

/** What is not linear, and why its text is short all the same. */
const bounded: Readonly<Record<string, string>> = {
  '/\\B(?=(?:[0-9]{3})+$)/g': 'reads the digits before a decimal point, of which the decimal form allows 100',
};

describe('a regular expression of the code that reads data from outside', () => {
  it('is proved to be linear in its text, or reads a text of bounded length', () => {
    const found = [...expressions()].filter(([written]) => !proved.has(written) && !Object.hasOwn(bounded, written));
    expect(
      found.map(([written, { file }]) => `${written} in ${file}: run node test/linear/prove-expressions.ts`),
    ).toEqual([]);
  });

  it('stands in the lists only while the code has it', () => {
    const now = expressions();
    expect([...proved, ...Object.keys(bounded)].filter((written) => !now.has(written))).toEqual([]);
  });
});
