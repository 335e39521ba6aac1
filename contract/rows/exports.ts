import * as z from 'zod';
import type { Hash } from '../values/canonical.ts';
import { sha256Hex } from '../values/shapes.ts';

/**
 * What a snapshot of a type's objects holds. Its canonical JSON stands in the content store under its SHA-256, which is the
 * snapshot's id: a snapshot is never changed, another one is another id.
 */
export const exportManifest = z.strictObject({
  /** Raised when another build could not read what this one writes. */
  format: z.literal('1'),
  type: z.string(),
  /** ISO 8601, UTC: each object is there as it stood then. */
  asOf: z.string(),
  objects: z.int().min(0),
  /** Names of the columns: one that is not there was not exported, and is not read as lacking. */
  columns: z.array(z.string()),
  /** Parquet files by their SHA-256. */
  parts: z.array(z.strictObject({ name: sha256Hex, objects: z.int().min(1) })),
});
export type ExportManifest = z.infer<typeof exportManifest>;

export interface ExportSnapshot {
  readonly id: Hash;
  readonly manifest: ExportManifest;
}

/** Prefixes of the content bucket, beside its areas: what is queried, and what queries answer. */
export const exportPrefixes = { exported: 'exported', answers: 'query-results' } as const;

/** `ClaimHistory` as `claim_history`: tables have no capital letters, and no two types one name. */
export const exportTable = (type: string): string =>
  type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');

/** A table's folder holds one of each snapshot, by which a query is bound to one. */
export const partKey = (type: string, snapshot: Hash, part: Hash): string =>
  `${exportPrefixes.exported}/${exportTable(type)}/snapshot=${snapshot}/${part}.parquet`;

export interface ExportWriter {
  /** Puts a part if it is absent. @throws Failure `dependency.unavailable` */
  putPart(key: string, bytes: Uint8Array): Promise<void>;
}

/** One statement. Every value of a call is a parameter. */
export interface ExportQuery {
  readonly text: string;
  /** Texts for the statement's `?`, in their order; at most 255 code points each. */
  readonly parameters: readonly string[];
  /** Of the call: a query that is sent twice under it is run once. */
  readonly token: Hash;
  /** Epoch milliseconds: the query is stopped by then. */
  readonly deadlineAt: number;
}

/** Exported objects, read. */
export interface Exports {
  /** The snapshot in force. @throws Failure `objects.unexported`, `dependency.unavailable` */
  snapshot(type: string): Promise<ExportSnapshot>;
  /**
   * The rows: texts by the names of the statement's columns.
   * @throws Failure `deadline.passed`, `result.too_large` where numbers or bytes exceed what the engine holds,
   * `dependency.unavailable`
   */
  query(query: ExportQuery): Promise<readonly Readonly<Record<string, string | null>>[]>;
}
