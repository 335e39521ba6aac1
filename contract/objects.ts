import type { Json } from './json.ts';
import type { Marking } from './markings.ts';

/** A live object of an ontology type. Import and commit alone write it; what it was before stays readable. */
export interface OntologyObject {
  /** Of the ontology, such as `Claim`. */
  readonly type: string;
  /** Unique within the type. */
  readonly id: string;
  /** From 1; each change raises it by one. */
  readonly version: number;
  /** The join over the properties that its type declares. */
  readonly markings: readonly Marking[];
  readonly value: Readonly<Record<string, Json>>;
  /** ISO 8601, UTC: since when this version stands. Never before that of the version below it. */
  readonly at: string;
}

/** Live objects, read. Nobody who holds this port can change one. */
export interface Objects {
  /**
   * Consistent. With `asOf` (ISO 8601, UTC) the version that stood then; undefined where none did.
   * @throws Failure `dependency.unavailable`
   */
  get(type: string, id: string, asOf?: string): Promise<OntologyObject | undefined>;
  /**
   * All objects of a type as they stand now, in pages, each object once, in no order to rely on. Eventually consistent:
   * what was written within the last second may be missing.
   * @throws Failure `dependency.unavailable`
   */
  scan(type: string): AsyncIterable<readonly OntologyObject[]>;
}
