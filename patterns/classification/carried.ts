import * as z from 'zod';
import type { Dimension } from '../../contract/artefacts/classification-schema.ts';
import { Failure } from '../../contract/failures.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import { evidenceSpan, type EvidenceSpan } from '../../contract/values/shapes.ts';

const spans = z.union([evidenceSpan.transform((span) => [span]), z.array(evidenceSpan).max(64)]);
const confidence = z.number().min(0).max(1);

/**
 * Returns the evidence spans in the subject for the members that were read, in the order of the dimensions.
 * @throws Failure `arguments.invalid` if a span is malformed
 */
export const carriedEvidence = (dimensions: readonly Dimension[], subject: unknown): EvidenceSpan[] =>
  dimensions.flatMap(({ evidenceAt }) => {
    const value = evidenceAt === undefined ? undefined : valueAt(subject, evidenceAt);
    return value === undefined || evidenceAt === undefined
      ? []
      : parsed(spans, value, { at: evidenceAt, what: 'an EvidenceSpan' });
  });

/**
 * Returns the lowest confidence in the subject. Undefined if no dimension declares where its confidence is.
 * @throws Failure `arguments.invalid` if a confidence is missing or malformed
 */
export function carriedConfidence(dimensions: readonly Dimension[], subject: unknown): number | undefined {
  const all = dimensions.flatMap(({ confidenceAt }) =>
    confidenceAt === undefined
      ? []
      : [parsed(confidence, valueAt(subject, confidenceAt), { at: confidenceAt, what: 'a number from 0 to 1' })],
  );
  return all.length === 0 ? undefined : Math.min(...all);
}

function parsed<T>(
  schema: z.ZodType<T>,
  value: unknown,
  { at, what }: { readonly at: string; readonly what: string },
): T {
  const { success, data } = schema.safeParse(value);
  if (success) return data;
  const pointer = `/subject${at}`;
  throw new Failure('arguments.invalid', `${pointer}: must be ${what}`, { pointer });
}
