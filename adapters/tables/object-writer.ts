import type { ObjectWriter, OntologyObject } from '../../contract/rows/objects.ts';
import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { rowOf } from './item.ts';
import { objectKey, putObject } from './object-item.ts';
import { persist } from './persist.ts';

/**
 * Writes live objects for imports. A commit does not use this writer, because a commit writes the object in the
 * transaction of the transition.
 */
export const objectWriter = (database: Database): ObjectWriter => ({
  async current(type, ids) {
    const keys = ids.map((id) => ({ in: 'objects', pk: objectKey(type, id) }) as const);
    const items = await reading('dependency.unavailable', database.batchGet(keys));
    return items.map((item) => item && rowOf<OntologyObject>(item));
  },
  async put(objects) {
    const { written } = await persist(database, objects.flatMap(putObject));
    return written ? 'put' : 'moved';
  },
});
