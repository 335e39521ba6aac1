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

  it.each([
    ['operator', 'оperator', 'the Cyrillic о'],
    ['operator', 'ορerator', 'the Greek ο and ρ'],
    ['operator', 'օperator', 'the Armenian օ'],
    ['Bob', 'Вob', 'the Cyrillic В, which looks like B only in upper case'],
    ['bob', 'ВОВ', 'three Cyrillic letters in upper case'],
    ['ivan', 'іvan', 'the Cyrillic і'],
    ['Ivan', 'lvan', 'the letter l in place of I'],
    ['approver-1', 'approver-l', 'the letter l in place of 1'],
    ['user0', 'userO', 'the letter O in place of 0'],
    ['farm', 'farrn', 'the letters r and n in place of m'],
    ['ΑΝΝΑ', 'АNNА', 'Greek, Latin and Cyrillic letters'],
    ['кот', 'κοτ', 'Cyrillic and Greek letters'],
    ['zoë', 'zоё', 'a letter with a mark'],
  ])('The names %s and %s look alike: %s', (one, other) => {
    expect(one).not.toBe(other);
    expect([looksAlike(one, other), looksAlike(other, one)]).toEqual([true, true]);
  });

  it.each(['иван', 'ivan', 'jane', 'jan', 'operator', 'approver-2', 'αννα', 'anna', 'աննա'])(
    'The name %s looks like none of the names of other people',
    (name) => {
      const names = ['иван', 'ivan', 'jane', 'jan', 'operator', 'approver-2', 'αννα', 'anna', 'աննա'];
      expect(names.filter((other) => looksAlike(name, other))).toEqual([name]);
    },
  );

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
