import { atLeast, atMost, limitRule, type Rule } from '../keyword-place.ts';

const itself = (value: number): number => value;

/** The keywords for numbers, in the order in which they are checked. */
export const numberRules: Readonly<Record<string, Rule<number>>> = {
  maximum: limitRule(itself, atMost),
  minimum: limitRule(itself, atLeast),
  exclusiveMaximum: limitRule(itself, (value, limit) => value < limit),
  exclusiveMinimum: limitRule(itself, (value, limit) => value > limit),
};
