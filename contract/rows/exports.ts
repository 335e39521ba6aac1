import * as z from 'zod';
import type { Hash } from '../values/canonical.ts';
import { sha256Hex } from '../values/shapes.ts';

/**
 * The content of a snapshot of a type's objects. Its canonical JSON is stored in the content store under its SHA-256,
 * which is the snapshot's id. A snapshot never changes: other content has another id.
 */
export const exportManifest = z.strictObject({
  /** Raised if another build could not read this build's snapshots. */
  format: z.literal('1'),
  type: z.string(),
  /** ISO 8601, UTC. Each object has the value that it had at this instant. */
  asOf: z.string(),
  objects: z.int().min(0),
  /** Names of the columns. A member without a column was not exported, which is not the same as absent. */
  columns: z.array(z.string()),
  /** Parquet files by their SHA-256. */
  parts: z.array(z.strictObject({ name: sha256Hex, objects: z.int().min(1) })),
});
export type ExportManifest = z.infer<typeof exportManifest>;

export interface ExportSnapshot {
  readonly id: Hash;
  readonly manifest: ExportManifest;
}

/** Prefixes of the content bucket beside its areas: exported objects, and the results of queries. */
export const exportPrefixes = { exported: 'exported', answers: 'query-results' } as const;

/**
 * The table of a type: `claim_history` for `ClaimHistory`, because table names have no capital letters. No two types
 * have the same table.
 */
export const exportTable = (type: string): string =>
  type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');

/** The key of a part. A table has one folder for each snapshot, so a query reads exactly one snapshot. */
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
  /** The same for the same call: a query that is sent twice with one token runs once. */
  readonly token: Hash;
  /** Epoch milliseconds. The query is stopped at this time. */
  readonly deadlineAt: number;
}

/** Reads exported objects. */
export interface Exports {
  /** The snapshot in force. @throws Failure `objects.unexported`, `dependency.unavailable` */
  snapshot(type: string): Promise<ExportSnapshot>;
  /**
   * The rows: texts by the names of the statement's columns.
   * @throws Failure `deadline.passed`, `dependency.unavailable`, and `result.too_large` if numbers or bytes exceed what
   * the engine holds
   */
  query(query: ExportQuery): Promise<readonly Readonly<Record<string, string | null>>[]>;
}
