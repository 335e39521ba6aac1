import type { Json } from '../values/json.ts';
import type { Marking } from '../authority/markings.ts';

/** The target and the source that are not an SoR file: the platform's own live objects. */
export const internalTarget = 'objects';

/** The mutations of a live object. `put` creates or replaces. */
export const objectMutations = ['create', 'replace', 'put'] as const;
export type ObjectMutation = (typeof objectMutations)[number];

/** The version of an object that does not exist. A change that rests on it creates the object. */
export const absentVersion = 0;

/** A live object of an ontology type. Only imports and commits write it. Its earlier versions stay readable. */
export interface OntologyObject {
  /** The ontology type, such as `Claim`. */
  readonly type: string;
  /** Unique within the type. */
  readonly id: string;
  /** From 1. Each change raises it by one. */
  readonly version: number;
  /** The join of the markings of all properties that its type declares. */
  readonly markings: readonly Marking[];
  readonly value: Readonly<Record<string, Json>>;
  /** ISO 8601, UTC: the beginning of this version, never earlier than that of the version before. */
  readonly at: string;
}

/** Reads live objects. A holder of this port cannot change them. */
export interface Objects {
  /**
   * A consistent read. With `asOf` (ISO 8601, UTC) it reads the version that was current then, or undefined if there
   * was none.
   * @throws Failure `dependency.unavailable`
   */
  get(type: string, id: string, asOf?: string): Promise<OntologyObject | undefined>;
  /**
   * The current versions of all objects of a type, in pages, each object once, in no particular order. Eventually
   * consistent: writes of the last second may be missing.
   * @param deadlineAt epoch milliseconds: no page is handed out after it
   * @throws Failure `dependency.unavailable`, `deadline.passed`
   */
  scan(type: string, deadlineAt?: number): AsyncIterable<readonly OntologyObject[]>;
}

/** Writes objects as an import does: many at once, each over the version that was read before. */
export interface ObjectWriter {
  /** The current versions, in the order of the ids; at most `objectBatch`. @throws Failure `dependency.unavailable` */
  current(type: string, ids: readonly string[]): Promise<readonly (OntologyObject | undefined)[]>;
  /**
   * Writes all or none, at most `objectBatch`, each one version above the current one. `moved`: one of them had another
   * version.
   * @throws Failure `ledger.unanswered`, `write.conflict`, `dependency.unavailable`
   */
  put(objects: readonly OntologyObject[]): Promise<'put' | 'moved'>;
}

/** A batch read of DynamoDB takes 100 keys and a transaction 100 items. Each object is two items. */
export const objectBatch = 50;

/**
 * The largest size of the values in one batch: a transaction takes 4 MB, and each object is written twice, with its
 * names and markings.
 */
export const objectBatchBytes = 1_700_000;
