import * as z from 'zod';
import { minorUnits } from '../values/iso-4217.ts';

/** Members that several artefacts share. A message is the next step for the author: it says what is allowed. */

/** Semver without a range. It is a string: YAML would read 1.10 as the number 1.1. */
export const version = z.string().regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/, 'Use three numbers in quotes, such as "1.0.0"');

const artefactId = (prefix: string) =>
  z
    .string()
    .max(96, 'Use at most 96 characters')
    .regex(
      new RegExp(`^${prefix}(?:\\.[a-z][a-z0-9-]*)+$`),
      `Begin with ${prefix}. and use words of a-z, 0-9 and -, such as ${prefix}.example`,
    );

/** The id of an artefact of another kind, such as `queue.reserves` in an action kind. */
export const idOf = artefactId;

/** The members that every artefact has. @param prefix with which ids of the kind begin, such as `rules` */
export const artefactNamed = (prefix: string) => ({ id: artefactId(prefix), version });

export const title = z.string().min(1).max(200);
export const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,62}$/, 'Use a-z, 0-9 and -, beginning with a letter, at most 63 characters');
/** The name of a dimension or a property. */
export const memberName = z
  .string()
  .regex(/^[a-z][A-Za-z0-9]{0,62}$/, 'Use letters and digits, beginning with a-z, such as claimId');
export const typeName = z.string().regex(/^[A-Z][A-Za-z0-9]{0,62}$/, 'Use the name of an ontology type, such as Claim');
export const toolId = z
  .string()
  .max(100, 'Use at most 100 characters')
  .regex(/^tool(?:\.[a-z][a-z0-9-]*)+$/, 'Use the id of a tool, such as tool.claim.lookup');

/** RFC 6901; the empty pointer is the whole value. */
export const pointer = z
  .string()
  .max(512, 'Use at most 512 characters')
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/, 'Use a JSON pointer (RFC 6901), such as /reserve/amount');
/** RFC 6901, the pointer of a member. The pointer of the whole value is refused. */
export const memberPointer = pointer.min(1, 'Use the pointer of a member, such as /reserve/amount');

/** A currency code of ISO 4217, from the one table of the platform. */
export const currency = z
  .string()
  .refine((code) => minorUnits(code) !== undefined, 'Use a currency code of ISO 4217, such as EUR');

export const unique = (names: readonly string[]): boolean => new Set(names).size === names.length;

export const daySeconds = 24 * 3600;
