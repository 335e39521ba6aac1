import type { Json } from '../values/json.ts';
import type { Marking } from '../authority/markings.ts';

/** The name of the platform's own live objects. As a target or as a source, it takes the place of an SoR id. */
export const internalTarget = 'objects';

/** The mutations of a live object. `put` creates the object or replaces it. */
export const objectMutations = ['create', 'replace', 'put'] as const;
export type ObjectMutation = (typeof objectMutations)[number];

/** The version of an object that does not exist. A change with this version as its basis creates the object. */
export const absentVersion = 0;

/** A live object of an ontology type. Only imports and commits write it. Its earlier versions remain readable. */
export interface OntologyObject {
  /** The ontology type, such as `Claim`. */
  readonly type: string;
  /** The id, which is unique within the type. */
  readonly id: string;
  /** The version, counted from 1. Each change raises it by one. */
  readonly version: number;
  /** The markings of all properties that the type declares, combined with `join`. */
  readonly markings: readonly Marking[];
  readonly value: Readonly<Record<string, Json>>;
  /**
   * ISO 8601, UTC: the instant at which this version began. It is never earlier than the instant of the previous
   * version.
   */
  readonly at: string;
}

/** Reads live objects. A pattern with this port cannot change them. */
export interface Objects {
  /**
   * Reads an object consistently. With `asOf` (ISO 8601, UTC), returns the version that was current at that instant.
   * Undefined if the object does not exist, or did not exist at that instant.
   * @throws Failure `dependency.unavailable`
   */
  get(type: string, id: string, asOf?: string): Promise<OntologyObject | undefined>;
  /**
   * Returns the current versions of all objects of a type in pages. Each object appears once, in no particular order.
   * Writes of the last second may be missing.
   * @param deadlineAt epoch milliseconds. No page is returned after this time.
   * @throws Failure `dependency.unavailable`, `deadline.passed`
   */
  scan(type: string, deadlineAt?: number): AsyncIterable<readonly OntologyObject[]>;
}

/** Writes objects for an import: many at once, each only if its version has not changed since it was read. */
export interface ObjectWriter {
  /**
   * Returns the current versions in the order of the ids, at most `objectBatch`.
   * @throws Failure `dependency.unavailable`
   */
  current(type: string, ids: readonly string[]): Promise<readonly (OntologyObject | undefined)[]>;
  /**
   * Writes all of the objects or none, at most `objectBatch`. The version of each object must be one higher than its
   * current version. `moved` means that an object has another current version, and that nothing was written.
   * @throws Failure `ledger.unanswered`, `write.conflict`, `dependency.unavailable`
   */
  put(objects: readonly OntologyObject[]): Promise<'put' | 'moved'>;
}

/**
 * The largest number of objects in one batch. A transaction of DynamoDB takes 100 items, and each object is two items.
 * A batch read takes 100 keys.
 */
export const objectBatch = 50;

/**
 * The largest total size of the values in one batch. A transaction takes 4 MB, and it contains each object twice, with
 * its names and markings.
 */
export const objectBatchBytes = 1_700_000;
