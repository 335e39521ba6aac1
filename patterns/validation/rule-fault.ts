import { ruleErrors, type RuleError } from './schema.ts';

/**
 * Thrown if one of the platform's functions cannot compute. The kind begins the message, because CEL passes on nothing
 * else of an error.
 */
export class RuleFault extends Error {
  constructor(kind: RuleError) {
    super(`${kind}: cannot be computed`);
  }
}

const messages: readonly (readonly [RegExp, RuleError])[] = [
  [/^field not found|^no such key|^unresolved attribute/, 'no_such_member'],
  [/no matching overload|unbound function/, 'no_such_overload'],
  [/by zero/, 'division_by_zero'],
  [/overflow|out of bounds|out of range/, 'out_of_range'],
];

/** The kind of a CEL error. Its message may contain a value of the candidate, so nobody sees it. */
export function ruleErrorOf(message: string): RuleError {
  const own = ruleErrors.find((kind) => message.startsWith(`${kind}: `));
  return own ?? messages.find(([form]) => form.test(message))?.[1] ?? 'other';
}
