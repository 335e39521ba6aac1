import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, expand, join, top } from '../../../contract/authority/markings.ts';

const scheme = { chains: [['pii.low', 'pii.medium', 'pii.high']], flags: ['regulated.kvkk', 'secret.fraud'] };
const markings = fc.subarray([...top(scheme)]);

describe('markings', () => {
  it('a clearance holds for all that is lower in its chain, and for no flag', () => {
    expect(expand(scheme, ['pii.medium'])).toEqual(['pii.low', 'pii.medium']);
  });

  it('a join keeps the highest of a chain and every flag', () => {
    expect(join(scheme, ['pii.low'], ['pii.high', 'regulated.kvkk'])).toEqual(['pii.high', 'regulated.kvkk']);
  });

  it('who covers a join covers each part, and the other way round', () => {
    fc.assert(
      fc.property(markings, markings, markings, (a, b, clearance) => {
        const held = expand(scheme, clearance);
        expect(covers(held, join(scheme, a, b))).toBe(covers(held, a) && covers(held, b));
      }),
    );
  });

  it('the top is covered only by those who hold the whole scheme', () => {
    fc.assert(
      fc.property(markings, (clearance) => {
        const held = expand(scheme, clearance);
        expect(covers(held, top(scheme))).toBe(top(scheme).every((marking) => held.includes(marking)));
      }),
    );
  });

  it('a marking that nobody declared is covered by naming it alone', () => {
    expect(covers(expand(scheme, ['pii.high']), ['unheard.of'])).toBe(false);
  });
});
