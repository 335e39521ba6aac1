import { DatabaseSync } from 'node:sqlite';

/** Checks whether a file is a snapshot of a corpus, in any format. False if the file cannot be opened. */
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
