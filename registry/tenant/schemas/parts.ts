import * as z from 'zod';
import { typeName } from '../../../contract/artefacts/parts.ts';
import { durationSeconds, shortMillis } from '../../../contract/values/duration.ts';

/**
 * Schemas of members that only files have. Each message of a schema is the fix for the author: it says what is allowed.
 */

const words = 'words of a-z, 0-9 and -, separated by dots';
const dotted = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/;

export const marking = z.string().regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/, `Use ${words}, such as pii.low`);
export const markings = z.array(marking);
export const scope = z.string().regex(dotted, `Use ${words}, such as tool.claim.lookup.invoke`);
export const purpose = z.string().regex(dotted, `Use ${words}, such as claims.adjustment`);
export const nameAtVersion = z.string().regex(/^[^@\s]+@[^@\s]+$/, 'Use name@version, such as rules.reserve@1.0.0');
export const description = z.string().min(1).max(2000);
export const sha256Digits = z.string().regex(/^[0-9a-f]{64}$/, 'Use a SHA-256: 64 digits of 0-9 and a-f');

/** An ISO 8601 duration such as PT24H, converted to seconds. */
export const seconds = z.string().transform((text, context) => {
  const parsed = durationSeconds(text);
  if (parsed !== undefined && parsed > 0) return parsed;
  context.addIssue({ code: 'custom', message: 'Use an ISO 8601 duration of days and time, such as PT24H or P30D' });
  return z.NEVER;
});

/** A duration such as `200ms` or `1.5s`, converted to milliseconds. */
export const millis = z.string().transform((text, context) => {
  const parsed = shortMillis(text);
  if (parsed !== undefined && parsed > 0) return parsed;
  context.addIssue({ code: 'custom', message: 'Use a duration such as 200ms or 1.5s' });
  return z.NEVER;
});

/** A reference `{ $ref: ontology/Claim }`, converted to the name of the type. */
export const typeRef = z
  .strictObject({
    $ref: z.string().regex(/^ontology\/[A-Z][A-Za-z0-9]{0,62}$/, 'Use ontology/<Type>, such as ontology/Claim'),
  })
  .transform(({ $ref }) => typeName.parse($ref.slice('ontology/'.length)));
