import type { Database } from './database.ts';
import { reading } from './faults.ts';
import { itemOf } from './item.ts';
import { persist } from './persist.ts';

/** The progress of a redrive: the number of segments that are done, counted over all passes. */
export interface RedriveSteps {
  done(): Promise<number>;
  note(done: number): Promise<void>;
}

/** Keeps the progress of one redrive in the store `log`. If the command is run again, it continues from there. */
export const redriveSteps = (database: Pick<Database, 'get' | 'write'>, name: string): RedriveSteps => ({
  async done() {
    const item = await reading('dependency.unavailable', database.get('log', `redrive#${name}`));
    return Number(item?.['done'] ?? 0);
  },
  async note(done) {
    await persist(database as Database, [{ put: itemOf(`redrive#${name}`, { done }), in: 'log' }]);
  },
});
