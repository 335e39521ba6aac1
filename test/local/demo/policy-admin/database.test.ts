import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { atomically, openDatabase } from '../../../../local/demo/policy-admin/database.ts';

describe('The database of the policy administration', () => {
  it('If a transaction fails, none of its writes is kept, and the next transaction succeeds', () => {
    const database = openDatabase(':memory:');
    const count = (): unknown => database.prepare('SELECT count(*) AS count FROM record').get()?.['count'];
    const before = count();
    const failing = (): void => {
      database.exec('DELETE FROM record');
      throw new Error('in the middle');
    };
    expect(() => atomically(database, failing)).toThrow('in the middle');
    expect(count()).toBe(before);
    expect(atomically(database, () => 'next')).toBe('next');
    database.close();
  });

  it('A database file of another format is refused', () => {
    const file = 'file:other-format?mode=memory&cache=shared';
    const other = new DatabaseSync(file);
    other.exec('PRAGMA user_version = 99');
    expect(() => openDatabase(file)).toThrow(/format 99/);
    other.close();
  });
});
