import { DatabaseSync } from 'node:sqlite';

/** Asks for what a search cannot be without, once and before the first call. @throws Error saying what is missing */
export function requireFts5(database: Pick<DatabaseSync, 'exec' | 'close'> = new DatabaseSync(':memory:')): void {
  try {
    database.exec('CREATE VIRTUAL TABLE probe USING fts5 (word)');
  } catch (cause) {
    const message = `the SQLite of Node ${process.versions.node} has no FTS5, which search ranks by: use Node 24`;
    throw new Error(message, { cause });
  } finally {
    database.close();
  }
}
