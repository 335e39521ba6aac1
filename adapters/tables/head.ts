import { Failure } from '../../contract/failures.ts';
import type { Head, HeadState } from '../../contract/system.ts';
import type { Database, Item, Write } from './database.ts';
import { reading } from './faults.ts';
import { headEvents, type HeadChange } from './head-events.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { eventItem } from './ledger-item.ts';
import { persist } from './persist.ts';

const key = 'head';

const versionOf = (item: Item | undefined): number => Number(item?.['version'] ?? 0);

/**
 * Reads the head and keeps it for 5 s. A failed read is reported and not replaced by an older state, because that state
 * could allow a withdrawn tool.
 */
export function head(
  database: Database,
  options: {
    /** The release that is in force if no head is stored. @default none: then reading the head fails */
    readonly initial?: string;
    readonly now?: () => number;
    readonly maxAgeMillis?: number;
  } = {},
): Head {
  const { initial, now = Date.now, maxAgeMillis = 5000 } = options;
  let kept: { readonly since: number; readonly state: Promise<HeadState> } | undefined;
  const read = async (): Promise<HeadState> => {
    const item = await reading('dependency.unavailable', database.get('head', key));
    if (item !== undefined) return rowOf<HeadState>(item);
    if (initial !== undefined) return { release: initial, withdrawn: [], suspended: [] };
    throw new Failure('dependency.unavailable', 'no release is in force yet. Finish the first deploy');
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

export interface HeadWriter {
  /** Reads the stored head and its version. The version is 0 if no head is stored. */
  read(): Promise<{ readonly state: HeadState | undefined; readonly version: number }>;
  /**
   * Writes the head by one conditional write. Returns `moved` if the stored head has another version. `change` says who
   * changes it and why. The writes in `beside` are part of the same transaction.
   */
  write(
    state: HeadState,
    seenVersion: number,
    change?: Pick<HeadChange, 'by' | 'reason'> & { readonly beside?: readonly Write[] },
  ): Promise<'written' | 'moved'>;
}

/**
 * Writes the head together with one event for each change in one transaction, so that no change is without its event.
 * In the AWS account, only the release function and an operator with credentials of their own may do this.
 */
export const headWriter = (database: Database, now: () => number = Date.now): HeadWriter => ({
  async read() {
    const item = await reading('dependency.unavailable', database.get('head', key));
    return { state: item === undefined ? undefined : rowOf<HeadState>(item), version: versionOf(item) };
  },
  async write(state, seenVersion, { beside = [], ...change } = {}) {
    if (!Number.isSafeInteger(seenVersion) || seenVersion < 0)
      throw new Failure('internal', 'the version must be a whole number that is not negative');
    const row = rowText(state);
    const isOurs = (item: Item | undefined): boolean => versionOf(item) === seenVersion + 1 && item?.['row'] === row;
    const before = await reading('dependency.unavailable', database.get('head', key));
    if (versionOf(before) !== seenVersion) return isOurs(before) ? 'written' : 'moved';
    const put = itemOf(key, { version: seenVersion + 1, row });
    const condition = seenVersion === 0 ? ({ is: 'absent' } as const) : seen(seenVersion);
    const events = headEvents(before && rowOf<HeadState>(before), state, { ...change, atMillis: now() });
    const answer = await persist(database, [
      { put, in: 'head', if: condition },
      ...events.map((event) => ({ put: eventItem(event), in: 'ledger', if: { is: 'absent' } }) as const),
      ...beside,
    ]);
    if (answer.written) return 'written';
    return isOurs(answer.failed.find(({ index }) => index === 0)?.stands) ? 'written' : 'moved';
  },
});

const seen = (version: number) => ({ is: 'equal', attributes: { version } }) as const;
