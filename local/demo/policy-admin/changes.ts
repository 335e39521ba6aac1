import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';

const row = z.object({
  ref: z.string(),
  fingerprint: z.string(),
  method: z.string(),
  path: z.string(),
  etag: z.string(),
  at: z.string(),
  answer: z.string(),
});

/** Committed change, stored under the reference that its caller sent. */
export type RecordedChange = z.infer<typeof row>;

export interface Changes {
  find(ref: string): RecordedChange | undefined;
  /** Records a change, within the transaction that also makes the change. */
  add(change: RecordedChange): void;
  count(): number;
}

export const changesOf = (database: DatabaseSync): Changes => {
  const select = database.prepare('SELECT * FROM change WHERE ref = ?');
  const insert = database.prepare(
    'INSERT INTO change (ref, fingerprint, method, path, etag, at, answer) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const count = database.prepare('SELECT count(*) AS count FROM change');
  return {
    find: (ref) => row.optional().parse(select.get(ref)),
    add: ({ ref, fingerprint, method, path, etag, at, answer }) =>
      void insert.run(ref, fingerprint, method, path, etag, at, answer),
    count: () => z.object({ count: z.int() }).parse(count.get()).count,
  };
};

/** Returns the members of a change that a caller may see. */
export const shownChange = ({ ref, method, path, etag, at }: RecordedChange): Record<string, string> => ({
  ref,
  method,
  path,
  etag,
  at,
});
