import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expressions } from './expressions.ts';

const proved = new Set(JSON.parse(readFileSync(join(import.meta.dirname, 'proved.json'), 'utf8')) as string[]);

/** Expressions that are not linear, each with the reason why the text that it reads is short. */
const bounded: Readonly<Record<string, string>> = {
  '/\\B(?=(?:[0-9]{3})+$)/g': 'reads the digits before a decimal point, of which the decimal form allows 100',
};

describe('Regular expressions of the code that reads data from outside', () => {
  it('Each regular expression that reads data from outside is proved to be linear, or reads a text of bounded length', () => {
    const found = [...expressions()].filter(([written]) => !proved.has(written) && !Object.hasOwn(bounded, written));
    expect(
      found.map(([written, { file }]) => `${written} in ${file}: run node test/linear/prove-expressions.ts`),
    ).toEqual([]);
  });

  it('The lists of proved and of bounded expressions have only expressions of the present code', () => {
    const now = expressions();
    expect([...proved, ...Object.keys(bounded)].filter((written) => !now.has(written))).toEqual([]);
  });
});
