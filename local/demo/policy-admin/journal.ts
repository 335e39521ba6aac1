import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod';
import { shownChange, type Changes } from './changes.ts';
import type { CredentialName } from './credentials.ts';

export interface Entry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly credential: CredentialName | undefined;
  readonly ref: string | undefined;
}

const entries = z.array(
  z
    .object({
      at: z.string(),
      method: z.string(),
      path: z.string(),
      credential: z.string().nullable(),
      ref: z.string().nullable(),
      status: z.int().nullable(),
      lost: z.int(),
    })
    .transform(({ lost, ...entry }) => ({ ...entry, lost: lost === 1 })),
);
const totals = z.array(z.object({ credential: z.string(), method: z.string(), count: z.int() }));

export interface Journal {
  /**
   * Records a request when it arrives, so that a request without an answer is in the journal as well.
   * @returns its number
   */
  received(entry: Entry): number;
  /**
   * Records the end of a request. If `lost`, `status` is what would have been answered, or null if the request was not
   * processed.
   */
  finished(id: number, status: number | null, lost: boolean): void;
  /** Returns the requests with a reference or to a path, and the change that was applied under that reference. */
  show(by: { readonly ref?: string; readonly path?: string }): unknown;
  totals(): unknown;
}

/**
 * Makes the journal of requests to resources. The journal never contains text of a header, a query or a body, so it
 * cannot contain a secret.
 */
export const journalOf = (database: DatabaseSync, changes: Changes): Journal => {
  const insert = database.prepare('INSERT INTO request (at, method, path, credential, ref) VALUES (?, ?, ?, ?, ?)');
  const update = database.prepare('UPDATE request SET status = ?, lost = ? WHERE id = ?');
  const select = database.prepare(
    'SELECT at, method, path, credential, ref, status, lost FROM request WHERE (?1 IS NULL OR ref = ?1) AND (?2 IS NULL OR path = ?2) ORDER BY id LIMIT 1000',
  );
  const count = database.prepare(
    "SELECT coalesce(credential, 'none') AS credential, method, count(*) AS count FROM request GROUP BY 1, 2 ORDER BY 1, 2",
  );
  return {
    received: ({ at, method, path, credential, ref }) =>
      Number(insert.run(at, method, path.slice(0, 256), credential ?? null, ref ?? null).lastInsertRowid),
    finished: (id, status, lost) => void update.run(status, lost ? 1 : 0, id),
    show: ({ ref, path }) => {
      const change = ref === undefined ? undefined : changes.find(ref);
      return {
        ...(ref === undefined ? {} : { ref }),
        requests: entries.parse(select.all(ref ?? null, path ?? null)),
        changes: change === undefined ? [] : [shownChange(change)],
      };
    },
    totals: () => {
      const requests = totals.parse(count.all());
      return { total: requests.reduce((sum, one) => sum + one.count, 0), requests, changes: changes.count() };
    },
  };
};
