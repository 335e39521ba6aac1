import { DatabaseSync } from 'node:sqlite';
import { seed } from './seed/seed.ts';

const formatVersion = 1;

const tables = `
  CREATE TABLE record (path TEXT PRIMARY KEY, version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
  CREATE TABLE change (
    ref TEXT PRIMARY KEY, fingerprint TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    etag TEXT NOT NULL, at TEXT NOT NULL, answer TEXT NOT NULL
  ) STRICT;
  CREATE TABLE request (
    id INTEGER PRIMARY KEY, at TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
    credential TEXT, ref TEXT, status INTEGER, lost INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX request_by_ref ON request (ref);
  PRAGMA user_version = ${formatVersion};
`;

/** Runs `work` in a transaction: either all of its writes are kept, or no write is kept. */
export const atomically = <T>(database: DatabaseSync, work: () => T): T => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
};

/** Opens the file, or creates and seeds it. Throws if the file has another format. */
export const openDatabase = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file);
  const found = database.prepare('PRAGMA user_version').get()?.['user_version'];
  if (found !== 0 && found !== formatVersion) {
    database.close();
    throw new RangeError(
      `the file has format ${String(found)}, not ${formatVersion}. Remove it to start with a new one`,
    );
  }
  if (found === 0) {
    atomically(database, () => {
      database.exec(tables);
      const insert = database.prepare('INSERT INTO record (path, version, body) VALUES (?, 1, ?)');
      for (const [path, row] of seed()) insert.run(path, JSON.stringify(row));
    });
  }
  return database;
};
