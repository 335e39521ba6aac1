import { environment, requireEnv } from '../../contract/platform/environment.ts';
import type { Store } from '../../contract/platform/functions.ts';

/** The deployed name of a table, from the environment. A missing name means a missing grant. */
export const tableName = (store: Store): string => requireEnv(environment.tables[store]);
