import * as z from 'zod';
import { minorUnits } from '../values/iso-4217.ts';

/** Schemas of members that several artefacts have. Each error message tells the author what is allowed. */

/** A semantic version, not a range. It must be a string, because YAML would read 1.10 as the number 1.1. */
export const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'Use three numbers in quotes, such as "1.0.0"');

const artefactId = (prefix: string) =>
  z
    .string()
    .max(96, 'Use at most 96 characters')
    .regex(
      new RegExp(`^${prefix}(?:\\.[a-z][a-z0-9-]*)+$`),
      `Begin with ${prefix}. and use words of a-z, 0-9 and -, such as ${prefix}.example`,
    );

/** The schema of a reference to another artefact, such as `queue.reserves` in an action kind. */
export const idOf = artefactId;

/**
 * Returns the schemas of the members that every artefact has.
 * @param prefix the text before the first dot of the artefact's id, such as `rules`
 */
export const artefactNamed = (prefix: string) => ({ id: artefactId(prefix), version });

export const title = z.string().min(1).max(200);
export const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'Use a-z, 0-9 and -, beginning with a letter, at most 63 characters');
/** The name of a dimension or of a property. */
export const memberName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,62}$/, 'Use letters and digits, beginning with a-z, such as claimId');
export const typeName = z
  .string()
  .regex(
    /^[A-Z][A-Za-z0-9]{0,62}$/,
    'Use the name of an ontology type: letters and digits, beginning with A-Z, such as Claim',
  );
export const toolId = z
  .string()
  .max(100, 'Use at most 100 characters')
  .regex(/^tool(?:\.[a-z][a-z0-9-]*)+$/, 'Use the id of a tool, such as tool.claim.lookup');

/** A JSON Pointer (RFC 6901). The empty pointer names the whole value. */
export const pointer = z
  .string()
  .max(512, 'Use at most 512 characters')
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'Use a JSON pointer (RFC 6901), such as /reserve/amount');
/** A JSON Pointer (RFC 6901) that names a member. The empty pointer is refused. */
export const memberPointer = pointer.min(1, 'Use the pointer of a member, such as /reserve/amount');

/** A currency code that the platform's table of ISO 4217 contains. */
export const currency = z
  .string()
  .refine((code) => minorUnits(code) !== undefined, 'Use a currency code of ISO 4217, such as EUR');

export const unique = (names: readonly string[]): boolean => new Set(names).size === names.length;

export const daySeconds = 24 * 3600;
