import type { Head, HeadState } from '../../contract/ports.ts';
import type { Condition, Database } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { persist } from './persist.ts';

const key = 'head';

/**
 * What is in force, read again once it is 5 s old. Where no item stands it is the release that the build carries. An old
 * answer is never used in place of a failed read: what was withdrawn since would run.
 */
export function head(
  database: Database,
  options: { readonly bundled: string; readonly now?: () => number; readonly maxAgeMillis?: number },
): Head {
  const { bundled, now = Date.now, maxAgeMillis = 5000 } = options;
  let kept: { readonly since: number; readonly state: Promise<HeadState> } | undefined;
  const read = async (): Promise<HeadState> => {
    const item = await reading('dependency.unavailable', database.get('head', key));
    return item === undefined ? { release: bundled, withdrawn: [], suspended: [] } : rowOf<HeadState>(item);
  };
  return {
    current() {
      if (kept !== undefined && now() - kept.since < maxAgeMillis) return kept.state;
      const entry = { since: now(), state: read() };
      kept = entry;
      entry.state.catch(() => {
        if (kept === entry) kept = undefined;
      });
      return entry.state;
    },
  };
}

export interface HeadStore {
  read(): Promise<HeadState | undefined>;
  /** One conditional write: only where `expected` still stands (undefined: nothing does). False where it does not. */
  write(state: HeadState, expected: HeadState | undefined): Promise<boolean>;
}

/** Moves the head; held by the release function alone. */
export const headStore = (database: Database): HeadStore => ({
  async read() {
    const item = await reading('dependency.unavailable', database.get('head', key));
    return item === undefined ? undefined : rowOf<HeadState>(item);
  },
  async write(state, expected) {
    const row = rowText(state);
    const answer = await persist(database, [{ put: itemOf(key, { row }), in: 'head', if: seen(expected) }]);
    // After a lost answer what stands is our own write.
    return answer.written || answer.failed[0]?.stands?.['row'] === row;
  },
});

const seen = (expected: HeadState | undefined): Condition =>
  expected === undefined ? { is: 'absent' } : { is: 'equal', attributes: { row: rowText(expected) } };
