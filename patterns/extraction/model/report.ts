import * as z from 'zod';
import type { PropertyType } from '../../../contract/artefacts/extractor.ts';

const nothing = z.object({ found: z.literal(false) });
const passage = z.strictObject({
  found: z.literal(true),
  quote: z.string().min(1).max(2000),
  occurrence: z.int().min(1).max(10_000).default(1),
  value: z.string().optional(),
});
const report = z.discriminatedUnion('found', [nothing, passage]);
export type Report = z.infer<typeof report>;
export type ReportedPassage = z.infer<typeof passage>;

/**
 * Parses the arguments with which a model called its tool. Undefined if they do not match the schema. A value is
 * allowed, and required, only for a property with a closed list.
 */
export function reportOf(input: unknown, type: PropertyType): Report | undefined {
  const parsed = report.safeParse(input);
  if (!parsed.success) return undefined;
  if (!parsed.data.found) return parsed.data;
  const { value } = parsed.data;
  const valued = type.kind === 'enum' ? value !== undefined && Object.hasOwn(type.values, value) : value === undefined;
  return valued ? parsed.data : undefined;
}
