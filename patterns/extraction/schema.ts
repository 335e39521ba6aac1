import * as z from 'zod';
import { notations } from '../../contract/artefacts/extractor.ts';
import { evidenceSpan, money } from '../../contract/values/shapes.ts';
import { methods } from './candidate.ts';

export const sourceRef = z.string().regex(/^src-[0-9a-f]{64}$/);

/** What a caller may say beside the source; a tool's signature says which of it. */
export const hints = z.strictObject({
  /** Of the extractor's notations, the one that the source is written in. */
  notation: z.enum(notations).optional(),
  /** Only this page is looked at. */
  page: z.int().min(1).max(10_000).optional(),
});

export const request = z.strictObject({ source: sourceRef, hints: hints.optional() });
export type Request = z.infer<typeof request>;

/** Why there is no value. The exception's kind is `extract.` and the reason; of a refused source it is the source's. */
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

/** A value stands beside the span that justifies it, or there is none. docs/spec.md, 9.3. */
export const response = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('extracted'),
    /** Dates as ISO 8601, exact numbers and identifiers as strings, identifiers without the marks between their groups. */
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
    /** Every passage that says another value, or one that can be read as two. */
    candidates: z.array(evidenceSpan).min(1).max(16),
    extractor: z.string(),
  }),
  z.strictObject({
    status: z.literal('not_extracted'),
    reason: z.enum(reasons),
    /** What stands where the value should. */
    evidence: evidenceSpan.optional(),
    extractor: z.string(),
  }),
]);
export type Response = z.infer<typeof response>;

/** Which property of the extractor a tool extracts. */
export const settings = z.strictObject({
  property: z.string().regex(/^[a-z][A-Za-z0-9]{0,62}$/),
  /** A value of less confidence is answered as `ambiguous`, with its passage. */
  minConfidence: z.number().min(0).max(1).exactOptional(),
});
export type Settings = z.infer<typeof settings>;
