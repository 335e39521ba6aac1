import { uuidv7 } from 'uuidv7';
import { hashOf, sha256, type Hash } from '../values/canonical.ts';
import type { EventId } from '../audit.ts';

/** The form of the headers Idempotency-Key and Run-Id. */
export const nameForm = /^[A-Za-z0-9_.:-]{16,255}$/;

/**
 * The key of a ledger item: `<function>#<hash>`. The IAM role of a function may put items only under the prefix
 * `<function>#` of this function.
 */
export type LedgerKey = string;

export const newUuid = (): string => uuidv7();

/**
 * Returns the key of a ledger item that has no key space: a call without a key, a refusal, a failure, a replay or a
 * transition.
 */
export const ownKey = (functionName: string, uuid: string): LedgerKey => `${functionName}#${sha256(uuid)}`;

export const eventId = (key: LedgerKey, uuid: string): EventId => `${key.replace('#', '.')}.${uuid}`;

/** Returns the id of an event whose ledger key is made from its own uuid. */
export const ownEventId = (functionName: string, uuid: string): EventId => eventId(ownKey(functionName, uuid), uuid);

const eventIdForm = /^([a-z][a-z-]*)\.([0-9a-f]{64})\.([0-9a-f-]{36})$/;

/** Returns the key of the ledger item that an event id names. Undefined if the id is malformed. */
export function ledgerKeyOf(id: EventId): LedgerKey | undefined {
  const [, functionName, hash] = eventIdForm.exec(id) ?? [];
  return functionName === undefined || hash === undefined ? undefined : `${functionName}#${hash}`;
}

/**
 * Returns the hash of a key space: principal, tool id without version, key, and the run for classes without effects.
 */
export const keySpaceHash = (space: { principal: string; tool: string; key: string; run?: string }): Hash =>
  hashOf(space);

export const actionId = (keySpace: Hash): string => `act-${keySpace}`;

/** Returns the id of the Task for an Action and an approval round. Each round of an Action has at most one Task. */
export const taskId = (action: string, round: number): string => `task-${sha256(`${action}#${round}`)}`;
