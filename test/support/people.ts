import { ownerItem } from '../../adapters/tables/owners.ts';
import type { Database } from '../../adapters/tables/database.ts';
import type { People } from '../../contract/authority/people.ts';

/** Makes a user pool of these logins, each with its groups. The `sub` of a login is `sub-<login>`. */
export const peopleOf = (groups: Readonly<Record<string, readonly string[]>>): People => ({
  find: async (login) => {
    const own = groups[login];
    return own && { sub: `sub-${login}`, login, groups: own };
  },
});

/** Stores the binding of an owner as `logic-plane owner bind` does, but without its event. */
export const bound = (database: Pick<Database, 'write'>, login: string, sub = `sub-${login}`): Promise<unknown> =>
  database.write([{ put: ownerItem({ login, sub, at: '2026-03-02T09:00:00.000Z' }), in: 'head' }]);
