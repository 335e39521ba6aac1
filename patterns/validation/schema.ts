import * as z from 'zod';
import { artefactRef, jsonObject } from '../../contract/values/shapes.ts';

export const request = z.strictObject({
  candidate: jsonObject,
  rulePack: artefactRef,
  /**
   * The ontology version to which the candidate belongs. It must equal the ontology version of the tool. Rules cannot
   * read it.
   */
  ontologyPin: z.string().min(1).max(128).optional(),
});
export type Request = z.infer<typeof request>;

export const verdicts = ['pass', 'warn', 'block'] as const;
export type Verdict = (typeof verdicts)[number];

/** Reasons why a rule gave neither true nor false. */
export const ruleErrors = [
  'no_such_member',
  'no_such_overload',
  'out_of_range',
  'division_by_zero',
  'invalid_decimal',
  'invalid_date',
  'not_boolean',
  'other',
] as const;
export type RuleError = (typeof ruleErrors)[number];

/** The meaning of each error, as the rest of a sentence about the rule. */
export const ruleErrorMeanings: Readonly<Record<RuleError, string>> = {
  no_such_member: 'it reads a member that the candidate does not have',
  no_such_overload: 'it applies an operator or a function to a value of the wrong type',
  out_of_range: 'a number or an index is out of range',
  division_by_zero: 'it divides by zero',
  invalid_decimal: 'it reads a text as a decimal, but the text is not a decimal',
  invalid_date: 'it reads a text as a date, but the text is not a date',
  not_boolean: 'it gives a value that is neither true nor false',
  other: 'the rule pack or the rule engine does not allow it',
};

/**
 * A member that a rule read: a scalar in `value`, or an object or array as canonical JSON in `json`. If the candidate
 * lacks the member, both `value` and `json` are absent.
 */
const read = z.strictObject({
  pointer: z.string(),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]).optional(),
  json: z.string().optional(),
});

const ruleTrace = z.strictObject({
  rule: z.string(),
  title: z.string(),
  /** `skipped`: the rule was not evaluated, because a rule that it requires has not passed. */
  verdict: z.enum([...verdicts, 'skipped']),
  /** Only for a skipped rule: the first required rule that did not pass, and its verdict. */
  because: z.strictObject({ rule: z.string(), verdict: z.enum(['warn', 'block', 'skipped']) }).optional(),
  reads: z.array(read),
  error: z.enum(ruleErrors).optional(),
});
export type RuleTrace = z.infer<typeof ruleTrace>;

export const response = z.strictObject({
  verdict: z.enum(verdicts),
  /** `name@version` of the rule pack. */
  rulePack: z.string(),
  trace: z.array(ruleTrace),
});
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({
  /** The `ontologyPin` of the registry record. The compiler fills it in. */
  ontology: z.string().exactOptional(),
});
export type Settings = z.infer<typeof settings>;
