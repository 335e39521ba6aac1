import { ruleErrors, type RuleError } from './schema.ts';

/**
 * Thrown if one of the platform's functions cannot compute its result. The message begins with the kind of error,
 * because CEL keeps only the message.
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

/**
 * Returns the kind of a CEL error. The message itself is never shown, because it may contain a value of the candidate.
 */
export function ruleErrorOf(message: string): RuleError {
  const own = ruleErrors.find((kind) => message.startsWith(`${kind}: `));
  return own ?? messages.find(([form]) => form.test(message))?.[1] ?? 'other';
}
