import type { OntologyObject } from '../../contract/objects.ts';
import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { rowOf } from './item.ts';
import { objectKey, putObject } from './object-item.ts';
import { persist } from './persist.ts';

/** A batch read of DynamoDB takes 100 keys, a transaction 100 items, and each object is two of them. */
export const batchObjects = 50;

/** Writes objects as an import does: many at once, each over the version that was seen. */
export interface ObjectWriter {
  /** As they now stand, in the order asked for; at most `batchObjects`. @throws Failure `dependency.unavailable` */
  current(type: string, ids: readonly string[]): Promise<readonly (OntologyObject | undefined)[]>;
  /**
   * All or none, at most `batchObjects`, each one version above what stands. `moved`: one of them did not stand so.
   * @throws Failure `ledger.unanswered`, `write.conflict`, `dependency.unavailable`
   */
  put(objects: readonly OntologyObject[]): Promise<'put' | 'moved'>;
}

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
