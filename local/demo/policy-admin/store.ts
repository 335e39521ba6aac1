import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const json = z.string().transform((text): unknown => JSON.parse(text));
const stored = z.object({ version: z.int(), body: json.pipe(z.record(z.string(), z.unknown())) });

export interface StoredRecord {
  readonly etag: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface AdminStore {
  read(path: string): StoredRecord | undefined;
  /** Replaces an existing record and returns its new entity tag. */
  replace(path: string, body: Readonly<Record<string, unknown>>): string;
}

/**
 * Stores records by path. A claim and its reserve are one record with one version, so both have the same entity tag. So
 * the entity tag of a claim can be the precondition for a change of its reserve.
 */
export const storeOf = (database: DatabaseSync): AdminStore => {
  const select = database.prepare('SELECT version, body FROM record WHERE path = ?');
  const update = database.prepare('UPDATE record SET version = version + 1, body = ? WHERE path = ? RETURNING version');
  return {
    read: (path) => {
      const row = select.get(path);
      if (row === undefined) return undefined;
      const { version, body } = stored.parse(row);
      return { etag: `"v${version}"`, body };
    },
    replace: (path, body) =>
      `"v${z.object({ version: z.int() }).parse(update.get(JSON.stringify(body), path)).version}"`,
  };
};
