import { uuidv7 } from 'uuidv7';
import { hashOf, sha256, type Hash } from '../values/canonical.ts';
import type { EventId } from '../audit.ts';

/** What an idempotency key and the id of a run look like, as their headers have them. */
export const nameForm = /^[A-Za-z0-9_.:-]{16,255}$/;

/** A ledger item's key, `<function>#<hash>`: a role may put under its own function's prefix alone. */
export type LedgerKey = string;

export const newUuid = (): string => uuidv7();

/** The key of what has no key space of its own: a keyless call, a refusal, a failure, a replay, a transition. */
export const ownKey = (functionName: string, uuid: string): LedgerKey => `${functionName}#${sha256(uuid)}`;

export const eventId = (key: LedgerKey, uuid: string): EventId => `${key.replace('#', '.')}.${uuid}`;

/** An event that stands under its own uuid. */
export const ownEventId = (functionName: string, uuid: string): EventId => eventId(ownKey(functionName, uuid), uuid);

const eventIdForm = /^([a-z][a-z-]*)\.([0-9a-f]{64})\.([0-9a-f-]{36})$/;

/** The ledger item that an event id names; undefined where it has not the form of one. */
export function ledgerKeyOf(id: EventId): LedgerKey | undefined {
  const [, functionName, hash] = eventIdForm.exec(id) ?? [];
  return functionName === undefined || hash === undefined ? undefined : `${functionName}#${hash}`;
}

/** A key space (principal, tool id without version, key, and the run for classes without effects) as one hash. */
export const keySpaceHash = (space: { principal: string; tool: string; key: string; run?: string }): Hash =>
  hashOf(space);

export const actionId = (keySpace: Hash): string => `act-${keySpace}`;

/** One Task an Action and approval round. */
export const taskId = (action: string, round: number): string => `task-${sha256(`${action}#${round}`)}`;
