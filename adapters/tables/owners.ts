import type { OwnerEvent } from '../../contract/audit.ts';
import { foldedName, type BoundOwner, type Owners } from '../../contract/authority/people.ts';
import { Failure } from '../../contract/failures.ts';
import { newUuid, ownEventId } from '../../contract/dispatch/keys.ts';
import type { Database, Item } from './database.ts';
import { reading } from './faults.ts';
import { itemOf, rowOf, rowText } from './item.ts';
import { eventItem } from './ledger-item.ts';
import { persist } from './persist.ts';

/** The bindings are in the table of the head. Logins that are spelled alike have one key, so only one of them can be bound. */
const keyOf = (login: string): string => `owner#${foldedName(login)}`;

const boundIn = (item: Item | undefined): BoundOwner | undefined => item && rowOf<BoundOwner>(item);

export const ownerItem = (owner: BoundOwner): Item => itemOf(keyOf(owner.login), { row: rowText(owner) });

/** Reads the bindings of owners. A login that only looks like a bound one has no binding. */
export const owners = (database: Database): Owners => ({
  async find(login) {
    const bound = boundIn(await reading('dependency.unavailable', database.get('head', keyOf(login))));
    return bound?.login === login ? bound : undefined;
  },
});

/**
 * Binds a login to a `sub` and writes the event, in one transaction. A binding is never changed.
 * @param release the id of the release in force
 * @returns the binding that is stored, and true if this call wrote it. If another call wrote it before, it is the
 * binding of this login, or of a login that looks like this one
 */
export async function bindOwner(
  database: Database,
  owner: BoundOwner,
  release: string,
): Promise<{ readonly stands: BoundOwner; readonly isNew: boolean }> {
  const event: OwnerEvent = {
    kind: 'owner',
    eventId: ownEventId('owners', newUuid()),
    at: owner.at,
    // The platform does not know the person. CloudTrail records who used the AWS credentials.
    actor: { kind: 'platform', id: 'operator', name: 'operator' },
    release,
    step: 'bound',
    subject: owner.login,
    sub: owner.sub,
  };
  const answer = await persist(database, [
    { put: ownerItem(owner), in: 'head', if: { is: 'absent' } },
    { put: eventItem(event), in: 'ledger', if: { is: 'absent' } },
  ]);
  if (answer.written) return { stands: owner, isNew: true };
  const [item, written] = [0, 1].map((at) => answer.failed.find(({ index }) => index === at)?.stands);
  const stands = boundIn(item);
  if (stands === undefined)
    throw new Failure('write.conflict', 'another writer changed the binding of this owner. Run the command again');
  // If the stored event is ours, an earlier attempt succeeded and its answer was lost.
  return { stands, isNew: written?.['eventId'] === event.eventId };
}
