import { describe, expect, it } from 'vitest';
import { growth } from '../../support/steps.ts';
import { valueFrom } from './located.ts';

describe('A pattern finder', () => {
  it('If a text is 4, 8 or 16 times as long, a pattern with nested loops takes at most that many times the steps', async () => {
    const type = { kind: 'text' as const, maxLength: 20 };
    const find = [{ by: 'pattern' as const, pattern: '(?:a*)*b' }];
    const found = await growth(
      (size) => 'a'.repeat(500 * size),
      (text) => valueFrom(text, { type, find }),
    );
    for (const [i, times] of [4, 8, 16].entries()) expect(found[i]).toBeLessThanOrEqual(times * 1.1);
  });
});
