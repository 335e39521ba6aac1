import { describe, expect, it } from 'vitest';
import { aggregating } from './called.ts';
import { objectOf } from './measured.ts';
import { answered, refusedWith } from '../../support/calls.ts';

const claims = [
  objectOf({ city: 'İzmir', reserve: { amount: '10.50' } }, { id: 'CLM-1' }),
  objectOf({ city: 'Ankara', reserve: { amount: '2' } }, { id: 'CLM-2' }),
];
const args = {
  objects: { type: 'Claim' },
  window: { kind: 'current' },
  op: { kind: 'sum', of: '/reserve/amount' },
  groupBy: ['/city'],
};

describe('A call of an aggregation', () => {
  it('A call of an aggregation is answered with the markings of what it read, and its receipt pins the window and the object set', async () => {
    const { ask } = aggregating(claims, { clearances: ['pii.low'] });
    const { receipt, result } = answered(await ask(args));
    expect(receipt.markings).toEqual(['pii.low']);
    expect(receipt.pins).toMatchObject({
      window: expect.stringMatching(/^\d{4}-.*Z$/),
      objectSet: (result as { objectSet: { hash: string } }).objectSet.hash,
    });
  });

  it('If the caller is not cleared for the result, the call is refused and its event has no hash of the result', async () => {
    const { ask, events } = aggregating(claims, { clearances: [] });
    expect(refusedWith(await ask(args))).toBe('marking.exceeds_clearance');
    expect(refusedWith(await ask({ ...args, groupBy: undefined }))).toBe('answered');
    expect(events().map(({ outcome, resultHash }) => [outcome, resultHash === undefined])).toEqual([
      ['refused', true],
      ['answered', false],
    ]);
  });

  it('If one object has a higher marking than its type, a caller who may see only the others is refused', async () => {
    const vip = objectOf({ city: 'Van', reserve: { amount: '1' } }, { id: 'CLM-3', markings: ['pii.high'] });
    const { ask } = aggregating([...claims, vip], { clearances: ['pii.medium'] });
    expect(refusedWith(await ask(args))).toBe('marking.exceeds_clearance');
  });

  it('If the deadline passes while an aggregation reads its pages, the call fails with deadline.passed, and only the failure is recorded', async () => {
    const { ask, events, clock, database } = aggregating(claims, { clearances: ['pii.low'] });
    const pages = database.pages.bind(database);
    database.pages = (...asked) => {
      clock.offset += 20_000;
      return pages(...asked);
    };
    expect(refusedWith(await ask(args))).toBe('deadline.passed');
    expect(events().map(({ outcome, code }) => [outcome, code])).toEqual([['failed', 'deadline.passed']]);
  });
});
