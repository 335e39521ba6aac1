import { DatabaseSync } from 'node:sqlite';

/** Checks, before the first search, that SQLite has full-text search (FTS5). @throws Error if it does not */
export function requireFts5(database: Pick<DatabaseSync, 'exec' | 'close'> = new DatabaseSync(':memory:')): void {
  try {
    database.exec('CREATE VIRTUAL TABLE probe USING fts5 (word)');
  } catch (cause) {
    const message = `the SQLite of Node ${process.versions.node} has no FTS5 (full-text search), which the pattern search needs. Use Node 24`;
    throw new Error(message, { cause });
  } finally {
    database.close();
  }
}
