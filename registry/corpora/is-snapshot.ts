import { DatabaseSync } from 'node:sqlite';

/** Whether a file is a snapshot of a corpus, of whichever format; anything that does not open is none. */
export function isSnapshot(file: string): boolean {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true });
    return database.prepare(`SELECT value FROM about WHERE name = 'format'`).get() !== undefined;
  } catch {
    return false;
  } finally {
    database?.close();
  }
}
