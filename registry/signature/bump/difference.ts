import type { Path } from '../../tenant/source.ts';
import type { Schema } from '../keywords.ts';

/** What `sub` allows, `sup` must allow too. */
export interface SchemaPair {
  readonly sub: Schema;
  readonly sup: Schema;
}

/** Where one schema allows what another does not. */
export interface Difference {
  readonly path: Path;
  readonly message: string;
}

export interface Reading {
  /** A reader who ignores members that it does not know, but misses those that it does (responses between versions). */
  readonly tolerant: boolean;
}
