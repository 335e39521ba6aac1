import { Failure } from '../../contract/failures.ts';
import type { Head, HeadState } from '../../contract/system.ts';
import type { Database, Item } from './database.ts';
import { reading } from './faults.ts';
import { headEvents } from './head-events.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { eventItem } from './ledger-item.ts';
import { persist } from './persist.ts';

const key = 'head';

const versionOf = (item: Item | undefined): number => Number(item?.['version'] ?? 0);

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

export interface HeadWriter {
  /** The item as it stands; version 0 where none does. */
  read(): Promise<{ readonly state: HeadState | undefined; readonly version: number }>;
  /** One conditional write; `moved` where the item is no longer at that version. */
  write(state: HeadState, seenVersion: number): Promise<'written' | 'moved'>;
}

/**
 * Moves the head, and notes each change of what is in force in the same transaction: none stands without its event. In the
 * account the release function alone may, and an operator by their own credentials.
 */
export const headWriter = (database: Database, now: () => number = Date.now): HeadWriter => ({
  async read() {
    const item = await reading('dependency.unavailable', database.get('head', key));
    return { state: item === undefined ? undefined : rowOf<HeadState>(item), version: versionOf(item) };
  },
  async write(state, seenVersion) {
    if (!Number.isSafeInteger(seenVersion) || seenVersion < 0)
      throw new Failure('internal', 'the version must be a whole number that is not negative');
    const row = rowText(state);
    const isOurs = (item: Item | undefined): boolean => versionOf(item) === seenVersion + 1 && item?.['row'] === row;
    const before = await reading('dependency.unavailable', database.get('head', key));
    if (versionOf(before) !== seenVersion) return isOurs(before) ? 'written' : 'moved';
    const put = itemOf(key, { version: seenVersion + 1, row });
    const condition = seenVersion === 0 ? ({ is: 'absent' } as const) : seen(seenVersion);
    const events = headEvents(before && rowOf<HeadState>(before), state, now());
    const answer = await persist(database, [
      { put, in: 'head', if: condition },
      ...events.map((event) => ({ put: eventItem(event), in: 'ledger', if: { is: 'absent' } }) as const),
    ]);
    if (answer.written) return 'written';
    return isOurs(answer.failed.find(({ index }) => index === 0)?.stands) ? 'written' : 'moved';
  },
});

const seen = (version: number) => ({ is: 'equal', attributes: { version } }) as const;
