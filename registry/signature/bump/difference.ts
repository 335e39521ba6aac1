import type { Path } from '../../tenant/source.ts';
import type { Schema } from '../keywords.ts';

/** Two schemas that are compared: every value that is valid for `sub` must be valid for `sup`. */
export interface SchemaPair {
  readonly sub: Schema;
  readonly sup: Schema;
}

/** A place where the schema `sub` allows a value that the schema `sup` does not allow. */
export interface Difference {
  readonly path: Path;
  readonly message: string;
}

export interface Reading {
  /** True for a reader that ignores unknown members but needs the known ones, as for responses of two versions. */
  readonly tolerant: boolean;
}
