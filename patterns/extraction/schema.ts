import * as z from 'zod';
import { notations } from '../../contract/artefacts/extractor.ts';
import { evidenceSpan, money } from '../../contract/values/shapes.ts';
import { methods } from './candidate.ts';

export const sourceRef = z.string().regex(/^src-[0-9a-f]{64}$/);

/** Hints that a caller may give with the source. The signature of a tool decides which hints the tool accepts. */
export const hints = z.strictObject({
  /** The notation in which the source is written. It must be one of the extractor's notations. */
  notation: z.enum(notations).optional(),
  /** The only page that is searched. */
  page: z.int().min(1).max(10_000).optional(),
});

export const request = z.strictObject({ source: sourceRef, hints: hints.optional() });
export type Request = z.infer<typeof request>;

/**
 * Reasons why there is no value. The kind of the exception is `extract.` and the reason. If the source was refused, the
 * exception is the one of the source.
 */
export const reasons = [
  'not_found',
  'malformed',
  'check_digit',
  'ungrounded',
  'model_answer',
  'too_long',
  'source_refused',
] as const;
export type Reason = (typeof reasons)[number];

/** The answer has a value with the evidence span that proves it, or says that there is no value. docs/spec.md, 9.3. */
export const response = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('extracted'),
    /**
     * Dates are in ISO 8601. Exact numbers and identifiers are strings, and identifiers have no spaces between their
     * groups.
     */
    value: z.union([z.string(), money]),
    evidence: evidenceSpan,
    confidence: z.number().min(0).max(1),
    confidenceBasis: z.enum(['rule', 'check_digit', 'model']),
    method: z.enum(methods),
    /** `name@version` of the extractor. */
    extractor: z.string(),
  }),
  z.strictObject({
    status: z.literal('ambiguous'),
    /** The passages with different values, or the one passage that can be read as two values. */
    candidates: z.array(evidenceSpan).min(1).max(16),
    extractor: z.string(),
  }),
  z.strictObject({
    status: z.literal('not_extracted'),
    reason: z.enum(reasons),
    /** The passage that was found where the value should be. */
    evidence: evidenceSpan.optional(),
    extractor: z.string(),
  }),
]);
export type Response = z.infer<typeof response>;

/** The property of the extractor that the tool extracts. */
export const settings = z.strictObject({
  property: z.string().regex(/^[a-z][A-Za-z0-9]{0,62}$/),
  /**
   * The lowest confidence of an answered value. With a lower confidence, the answer is `ambiguous` with the passage.
   */
  minConfidence: z.number().min(0).max(1).exactOptional(),
});
export type Settings = z.infer<typeof settings>;
