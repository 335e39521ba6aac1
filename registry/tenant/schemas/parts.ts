import * as z from 'zod';
import { durationSeconds, shortMillis } from '../../../contract/values/duration.ts';

/** Semver, quoted in YAML: `1.10` would be the number 1.1. */
export const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'is no version such as "1.0.0"');
export const name = z.string().regex(/^[a-z][a-z0-9-]{0,62}$/, 'is no name of a-z, 0-9 and -');
export const dottedName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/, 'is no dotted name such as rules.reserve');
export const toolId = z
  .string()
  .regex(/^tool(\.[a-z][a-z0-9-]*)+$/, 'is no tool id such as tool.claim.lookup')
  .max(100);
export const typeName = z.string().regex(/^[A-Z][A-Za-z0-9]{0,62}$/, 'is no type name such as Claim');
export const marking = z.string().regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/, 'is no marking such as pii.low');
export const markings = z.array(marking);
export const scope = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/, 'is no scope such as tool.claim.lookup.invoke');
export const purpose = z
  .string()
  .regex(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)+$/, 'is no purpose such as claims.adjustment');
export const nameAtVersion = z.string().regex(/^[^@\s]+@[^@\s]+$/, 'is no name@version');
export const title = z.string().min(1).max(200);
export const description = z.string().min(1).max(2000);
export const pointer = z.string().regex(/^(\/([^~/]|~0|~1)*)*$/, 'is no JSON pointer');

/** ISO 8601 such as PT24H, read as seconds. */
export const seconds = z.string().transform((text, context) => {
  const parsed = durationSeconds(text);
  if (parsed !== undefined && parsed > 0) return parsed;
  context.addIssue({ code: 'custom', message: 'is no duration such as PT24H' });
  return z.NEVER;
});

/** `200ms` or `1.5s`, read as milliseconds. */
export const millis = z.string().transform((text, context) => {
  const parsed = shortMillis(text);
  if (parsed !== undefined && parsed > 0) return parsed;
  context.addIssue({ code: 'custom', message: 'is no duration such as 200ms or 1.5s' });
  return z.NEVER;
});
