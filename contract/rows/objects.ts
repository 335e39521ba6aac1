import type { Json } from '../values/json.ts';
import type { Marking } from '../authority/markings.ts';

/** The target, and the source, that is no SoR file: the platform's own live objects. */
export const internalTarget = 'objects';

/** What a kind may do to a live object; `put` is either of the others. */
export const objectMutations = ['create', 'replace', 'put'] as const;
export type ObjectMutation = (typeof objectMutations)[number];

/** The version of what is not there: a change that rests on it creates. */
export const absentVersion = 0;

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
   * @param deadlineAt epoch milliseconds: after it no page is handed out
   * @throws Failure `dependency.unavailable`, `deadline.passed`
   */
  scan(type: string, deadlineAt?: number): AsyncIterable<readonly OntologyObject[]>;
}

/** Writes objects as an import does: many at once, each over the version that was seen. */
export interface ObjectWriter {
  /** As they now stand, in the order asked for; at most `objectBatch`. @throws Failure `dependency.unavailable` */
  current(type: string, ids: readonly string[]): Promise<readonly (OntologyObject | undefined)[]>;
  /**
   * All or none, at most `objectBatch`, each one version above what stands. `moved`: one of them did not stand so.
   * @throws Failure `ledger.unanswered`, `write.conflict`, `dependency.unavailable`
   */
  put(objects: readonly OntologyObject[]): Promise<'put' | 'moved'>;
}

/** A batch read of DynamoDB takes 100 keys, a transaction 100 items, and each object is two of them. */
export const objectBatch = 50;
