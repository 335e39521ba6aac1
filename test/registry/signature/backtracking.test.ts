import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { backtracks } from '../../../registry/signature/backtracking.ts';
import { parseRegex } from '../../../registry/signature/regex.ts';
import { matchingSteps } from './backtracking-matcher.ts';

test.each([
  ['^(a|a)*$', 'begin with the same character'],
  ['^(a+)+$', 'within a loop'],
  ['^(a*)*$', 'may be empty'],
  ['^(a?)+$', 'may be empty'],
  ['^([a-z]+)*$', 'within a loop'],
  ['^(a|ab)+$', 'begin with the same character'],
  ['^(?:a|[a-c])+$', 'begin with the same character'],
  ['^(\\w|\\d)*$', 'begin with the same character'],
  ['^(|a)*$', 'may be empty'],
  ['^(a|a){30}$', 'begin with the same character'],
  ['^a*a*$', 'two loops'],
  ['^\\d+\\d+$', 'two loops'],
  ['^\\s*x?\\s*$', 'two loops'],
  ['^[a-z]*[a-z0-9]*$', 'two loops'],
  ['^a*aa*$', 'two loops'],
  ['^é+[à-ü]+$', 'two loops'],
  [`^${'a?'.repeat(30)}$`, 'too many optional parts'],
  ['(a|b)', 'not anchored'],
  ['^a+|b+$', 'not anchored'],
  ['^a\\$', 'not anchored'],
  ['^(?=a)a$', 'look-ahead or look-behind'],
  ['^(?<!a)b$', 'look-ahead or look-behind'],
  ['^(a)\\1$', 'back reference'],
  ['^(?<x>a)\\k<x>$', 'back reference'],
  ['^a\\b$', 'word boundary'],
  ['^a^b$', '^ or $ in its middle'],
  ['^($', 'not a regular expression'],
  [`^${'a'.repeat(2000)}$`, 'longer than'],
])('A pattern that can backtrack, or that the check does not understand, is refused: %s', (pattern, why) => {
  expect(backtracks(pattern)).toContain(why);
});

test.each([
  '^CLM-[0-9]{4}-[0-9]{6}$',
  '^-?(?:0|[1-9][0-9]{0,23})(?:\\.[0-9]{1,18})?$',
  '^[a-z]+@[a-z0-9]+\\.tr$',
  '^[A-Z]{3}$',
  '^(a|b)*$',
  '^(?:ab|cd)+$',
  '^[^@]+@[^@]+$',
  '^\\p{L}{1,60}$',
  '^TR[0-9]{24}$',
  '^(kasko|trafik)$',
  '^\\u0130[ıi]*$',
])('A pattern that reads each character only once is allowed: %s', (pattern) => {
  expect(backtracks(pattern)).toBeUndefined();
});

/** Generates patterns of a small alphabet with random loops and alternatives. */
const pattern = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\d', '-'),
    fc.tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{1,9}')).map(([body, times]) => `(?:${body})${times}`),
    fc.array(tie('node'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    fc.array(tie('node'), { minLength: 2, maxLength: 3 }).map((branches) => `(?:${branches.join('|')})`),
  ),
})).node;

/** Returns the factor by which the steps of a failing match grow if the text is four times as long. */
function growthOf(text: string, unit: string): number {
  const parsed = parseRegex(text);
  if ('refused' in parsed) throw new Error(parsed.refused);
  const stepsOf = (times: number): number => matchingSteps(parsed.node, `${unit.repeat(times)}!\n`);
  const longer = stepsOf(400);
  return longer === Infinity ? longer : longer / stepsOf(100);
}

test('If a text is four times as long, an allowed pattern is matched in at most about four times the steps', () => {
  let accepted = 0;
  fc.assert(
    fc.property(pattern, fc.constantFrom('a', 'b', 'ab', '1', 'a-'), (body, unit) => {
      const text = `^${body}$`;
      if (backtracks(text) !== undefined) return;
      accepted += 1;
      expect(growthOf(text, unit)).toBeLessThanOrEqual(4.4);
    }),
    { numRuns: 3000 },
  );
  expect(accepted).toBeGreaterThan(300);
});

test.each(['^a*a*$', '^(?:a|aa)*$', '^(?:a+)+$'])(
  'If a text is four times as long, the refused pattern %s is matched in more than eight times the steps',
  (text) => {
    expect(growthOf(text, 'a')).toBeGreaterThan(8);
  },
);
