import { bindOwner } from '../../adapters/tables/owners.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { looksAlike, type BoundOwner, type Person } from '../../contract/authority/people.ts';
import { UsageError } from '../../lib/usage-error.ts';

/** The login, the humans of the user pool, and the id of the release in force. */
export interface Binding {
  readonly login: string;
  readonly people: readonly Pick<Person, 'login' | 'sub'>[];
  readonly release: string;
}

/**
 * Binds the login of an owner to the `sub` that it has in the user pool. A binding is never changed.
 * @throws UsageError if the pool does not have the login, if another login looks like it, or if the login is already
 * bound to somebody else
 */
export async function bindLogin(
  database: Database,
  { login, people, release }: Binding,
  now: () => number = Date.now,
): Promise<{ readonly owner: BoundOwner; readonly changed: boolean }> {
  const person = people.find((one) => one.login === login);
  const like = people.find((one) => one !== person && looksAlike(one.login, login));
  if (person === undefined)
    throw new UsageError(
      `the user pool has no login ${login}${like === undefined ? '' : `. It has ${like.login}, which only looks like it`}`,
    );
  if (like !== undefined)
    throw new UsageError(`the login ${like.login} looks like ${login}. Remove one of them from the user pool first`);
  const owner = { login, sub: person.sub, at: new Date(now()).toISOString() };
  const { stands, isNew } = await bindOwner(database, owner, release);
  if (stands.login === login && stands.sub === person.sub) return { owner: stands, changed: isNew };
  throw new UsageError(
    `${stands.login} is already bound to ${stands.sub}, and a binding is never changed. Name another owner in the agent's file`,
  );
}
