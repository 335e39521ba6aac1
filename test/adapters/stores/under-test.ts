import { MemoryContent } from '../../../adapters/memory/content.ts';
import { actionPlaneStore } from '../../../adapters/tables/action-plane-store.ts';
import type { Database } from '../../../adapters/tables/database.ts';
import { ledger } from '../../../adapters/tables/ledger.ts';
import { rowLists } from '../../../adapters/tables/row-lists.ts';
import { Failure } from '../../../contract/failures.ts';
import type { Effect } from '../../../contract/system.ts';
import { someAction, someAttachment } from '../../support/rows.ts';

/**
 * `lost`: done, and the SDK retries it. `unanswered`: done, but no answer arrives. `throttled` and `conflict`: not
 * done.
 */
export type StoreFault = 'lost' | 'unanswered' | 'throttled' | 'conflict';

export interface StoresUnderTest {
  readonly database: Database;
  /** Makes one later call fail. The index counts from the next call. */
  readonly failCall: (index: number, fault: StoreFault) => void;
  /** Makes every later call fail. */
  readonly failAll: (fault: StoreFault) => void;
  readonly heal: () => void;
}

/** Returns the code of the failure with which the work ends. */
export const codeOf = async (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );

/** Returns the effect of staging an Action. */
export const staging = (action = someAction(), texts: readonly string[] = ['{"amount":"90000.00"}']): Effect => ({
  put: 'Action',
  row: action,
  attachments: texts.map(someAttachment),
});

export type OpenStores = () => StoresUnderTest;

/** Returns a function that opens healthy stores, with the ledger and the Action Plane's store over them. */
export const opener = (open: OpenStores) => () => {
  const stores = open();
  stores.heal();
  const content = new MemoryContent();
  return {
    ...stores,
    ledger: ledger(stores.database),
    plane: actionPlaneStore(stores.database, content),
    lists: rowLists(stores.database, content),
    content,
  };
};
