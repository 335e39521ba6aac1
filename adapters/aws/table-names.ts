import { environment, requireEnv } from '../../contract/platform/environment.ts';
import type { Store } from '../../contract/platform/functions.ts';

/**
 * Returns the deployed name of a table from the environment. A missing name means that the function has no grant for
 * the table.
 */
export const tableName = (store: Store): string => requireEnv(environment.tables[store]);
