import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { covers, expand, join, top } from '../../../contract/authority/markings.ts';

const scheme = { chains: [['pii.low', 'pii.medium', 'pii.high']], flags: ['regulated.kvkk', 'secret.fraud'] };
const markings = fc.subarray([...top(scheme)]);

describe('markings', () => {
  it('A clearance includes all lower markings of its chain, and no flag', () => {
    expect(expand(scheme, ['pii.medium'])).toEqual(['pii.low', 'pii.medium']);
  });

  it('A join keeps the highest marking of each chain and every flag', () => {
    expect(join(scheme, ['pii.low'], ['pii.high', 'regulated.kvkk'])).toEqual(['pii.high', 'regulated.kvkk']);
  });

  it('A set of clearances covers a join exactly if it covers each part', () => {
    fc.assert(
      fc.property(markings, markings, markings, (a, b, clearance) => {
        const held = expand(scheme, clearance);
        expect(covers(held, join(scheme, a, b))).toBe(covers(held, a) && covers(held, b));
      }),
    );
  });

  it('Only a holder of the whole scheme covers the top', () => {
    fc.assert(
      fc.property(markings, (clearance) => {
        const held = expand(scheme, clearance);
        expect(covers(held, top(scheme))).toBe(top(scheme).every((marking) => held.includes(marking)));
      }),
    );
  });

  it('A marking that nobody declared is covered only by its own name', () => {
    expect(covers(expand(scheme, ['pii.high']), ['unheard.of'])).toBe(false);
  });
});
