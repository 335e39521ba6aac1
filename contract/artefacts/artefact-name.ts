import * as z from 'zod';

/** An artefact's id: its kind's prefix and words, such as `rules.reserve` or `sor.policy-admin`. */
export const artefactId = (prefix: string) =>
  z
    .string()
    .max(96)
    .regex(new RegExp(`^${prefix}(?:\\.[a-z][a-z0-9-]*)+$`));

/** Semver without range; a string in YAML, where 1.10 would become 1.1. */
export const artefactVersion = z
  .string()
  .max(32)
  .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/);

/** What every artefact has. */
export interface Named {
  /** Such as `rules.reserve`. */
  readonly id: string;
  readonly version: string;
}
