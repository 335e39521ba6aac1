import * as z from 'zod';
import type { Hash } from '../values/canonical.ts';
import { sha256Hex } from '../values/shapes.ts';

/**
 * The manifest of a snapshot of exported objects of one type. Its canonical JSON is in the content store under its
 * SHA-256, which is the id of the snapshot. A snapshot never changes, because other content has another id.
 */
export const exportManifest = z.strictObject({
  /** The version of the format. It must be raised if another build could not read this build's snapshots. */
  format: z.literal('1'),
  type: z.string(),
  /** ISO 8601, UTC. Each object is exported with the value that it had at this instant. */
  asOf: z.string(),
  objects: z.int().min(0),
  /** The names of the columns. A member without a column was not exported; objects may still have it. */
  columns: z.array(z.string()),
  /** The Parquet files. `name` is the SHA-256 of a file. */
  parts: z.array(z.strictObject({ name: sha256Hex, objects: z.int().min(1) })),
});
export type ExportManifest = z.infer<typeof exportManifest>;

export interface ExportSnapshot {
  readonly id: Hash;
  readonly manifest: ExportManifest;
}

/** The prefixes of the content bucket that are not areas: exported objects, and results of queries. */
export const exportPrefixes = { exported: 'exported', answers: 'query-results' } as const;

/**
 * Returns the name of the table of a type: `claim_history` for `ClaimHistory`. Table names cannot have capital letters.
 * Two types never have the same table.
 */
export const exportTable = (type: string): string =>
  type.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`).replace(/^_/, '');

/**
 * Returns the object key of a part. Each snapshot has its own folder in the table, so a query reads exactly one
 * snapshot.
 */
export const partKey = (type: string, snapshot: Hash, part: Hash): string =>
  `${exportPrefixes.exported}/${exportTable(type)}/snapshot=${snapshot}/${part}.parquet`;

export interface ExportWriter {
  /**
   * Stores a part if it does not exist.
   * @throws Failure `dependency.unavailable`
   */
  putPart(key: string, bytes: Uint8Array): Promise<void>;
}

/** A query with one SQL statement. Every value from a call is a parameter. */
export interface ExportQuery {
  readonly text: string;
  /** The values for the `?` of the statement, in order; each has at most 255 code points. */
  readonly parameters: readonly string[];
  /** A token that is equal for equal calls. A query that is sent twice with one token runs once. */
  readonly token: Hash;
  /** Epoch milliseconds. The query is stopped at this time. */
  readonly deadlineAt: number;
}

/** Reads exported objects. */
export interface Exports {
  /**
   * Returns the snapshot in force.
   * @throws Failure `objects.unexported`, `dependency.unavailable`
   */
  snapshot(type: string): Promise<ExportSnapshot>;
  /**
   * Runs the query and returns its rows. A row maps the names of the statement's columns to texts.
   * @throws Failure `deadline.passed`, `dependency.unavailable`, and `result.too_large` if numbers or bytes exceed the
   * engine's limits
   */
  query(query: ExportQuery): Promise<readonly Readonly<Record<string, string | null>>[]>;
}
