import { uuidv7 } from 'uuidv7';
import { hashOf, sha256, type Hash } from '../values/canonical.ts';
import type { EventId } from '../audit.ts';

/** The form of an idempotency key and of a run id, as their headers have them. */
export const nameForm = /^[A-Za-z0-9_.:-]{16,255}$/;

/** A ledger item's key, `<function>#<hash>`. A role may put items only under the prefix of its own function. */
export type LedgerKey = string;

export const newUuid = (): string => uuidv7();

/** The key of an item that has no key space: a call without a key, a refusal, a failure, a replay, a transition. */
export const ownKey = (functionName: string, uuid: string): LedgerKey => `${functionName}#${sha256(uuid)}`;

export const eventId = (key: LedgerKey, uuid: string): EventId => `${key.replace('#', '.')}.${uuid}`;

/** The id of an event that is stored under its own uuid. */
export const ownEventId = (functionName: string, uuid: string): EventId => eventId(ownKey(functionName, uuid), uuid);

const eventIdForm = /^([a-z][a-z-]*)\.([0-9a-f]{64})\.([0-9a-f-]{36})$/;

/** The key of the ledger item that an event id names. Undefined if the id is malformed. */
export function ledgerKeyOf(id: EventId): LedgerKey | undefined {
  const [, functionName, hash] = eventIdForm.exec(id) ?? [];
  return functionName === undefined || hash === undefined ? undefined : `${functionName}#${hash}`;
}

/** A key space (principal, tool id without version, key, and the run for classes without effects) as one hash. */
export const keySpaceHash = (space: { principal: string; tool: string; key: string; run?: string }): Hash =>
  hashOf(space);

export const actionId = (keySpace: Hash): string => `act-${keySpace}`;

/** The id of the one Task for an Action and an approval round. */
export const taskId = (action: string, round: number): string => `task-${sha256(`${action}#${round}`)}`;
