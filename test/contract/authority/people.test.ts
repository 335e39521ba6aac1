import { describe, expect, it } from 'vitest';
import { foldedName, isSameActor, looksAlike } from '../../../contract/authority/people.ts';

describe('Names of people', () => {
  it.each([
    ['operator', 'Operator'],
    ['operator', 'ｏｐｅｒａｔｏｒ'],
    ['straße', 'STRASSE'],
    ['file', 'ﬁle'],
    ['ışık', 'IŞIK'],
    ['işlem', 'İŞLEM'],
    ['ılgın', 'ilgin'],
  ])('The names %s and %s look alike', (one, other) => {
    expect(looksAlike(one, other)).toBe(true);
    expect(foldedName(foldedName(one))).toBe(foldedName(one));
  });

  it('The names of two different people do not look alike', () => {
    expect(looksAlike('approver-1', 'approver-2')).toBe(false);
  });

  it('Two actors are the same by their ids, or if their names look alike, whatever kinds they have', () => {
    const human = { kind: 'human', id: 'sub-1', name: 'Ayla' } as const;
    expect(isSameActor(human, { ...human, name: 'another' })).toBe(true);
    expect(isSameActor(human, { kind: 'agent', id: 'ayla', name: 'ayla' })).toBe(true);
    expect(isSameActor(human, { kind: 'agent', id: 'sub-1', name: 'another' })).toBe(false);
  });
});
