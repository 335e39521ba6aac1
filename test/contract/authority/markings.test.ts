import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, expand, join, top } from '../../../contract/authority/markings.ts';

const scheme = { chains: [['pii.low', 'pii.medium', 'pii.high']], flags: ['regulated.kvkk', 'secret.fraud'] };
const markings = fc.subarray([...top(scheme)]);

describe('Markings', () => {
  it('A clearance for a marking includes the lower markings of its chain, and no other marking', () => {
    expect(expand(scheme, ['pii.medium'])).toEqual(['pii.low', 'pii.medium']);
  });

  it('The join of two sets of markings has the highest marking of each chain, and every marking that belongs to no chain', () => {
    expect(join(scheme, ['pii.low'], ['pii.high', 'regulated.kvkk'])).toEqual(['pii.high', 'regulated.kvkk']);
  });

  it('A set of clearances covers a join if, and only if, it covers each set that was joined', () => {
    fc.assert(
      fc.property(markings, markings, markings, (a, b, clearance) => {
        const held = expand(scheme, clearance);
        expect(covers(held, join(scheme, a, b))).toBe(covers(held, a) && covers(held, b));
      }),
    );
  });

  it('Only a caller with every marking of the scheme covers `top`, which is the set of all markings', () => {
    fc.assert(
      fc.property(markings, (clearance) => {
        const held = expand(scheme, clearance);
        expect(covers(held, top(scheme))).toBe(top(scheme).every((marking) => held.includes(marking)));
      }),
    );
  });

  it('A clearance for a declared marking does not cover a marking that the scheme does not declare', () => {
    expect(covers(expand(scheme, ['pii.high']), ['unheard.of'])).toBe(false);
  });
});
