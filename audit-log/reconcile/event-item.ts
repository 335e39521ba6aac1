import { createHash } from 'node:crypto';
import type { AuditEvent } from '../../contract/audit.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { entryOf, eventKeyOf, viewOf } from '../entry.ts';

/** The outcomes that an event can have, each with its number in an item. Other events have no outcome. */
const outcomes = ['', 'answered', 'replayed', 'refused', 'failed'] as const;

const contentBytes = 16;
/** UUID, time in milliseconds, outcome, and the first bytes of the SHA-256 of the content. */
export const eventItemBytes = 16 + 6 + 1 + contentBytes;

/** An event or an entry, as the reconciliation compares it. */
export interface ReconciledEvent {
  readonly item: Uint8Array;
  /** The instant of the event; epoch milliseconds. */
  readonly at: number;
  readonly requestId?: string;
}

/** The members of an item that say which event it is. */
export interface EventName {
  readonly uuid: string;
  readonly at: string;
  readonly outcome?: string;
}

/** Says from when on the keyed hashes of an event can be computed again: from the last replacement of the tenant's key. */
export interface Keyed {
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * Returns an entry of the log as the reconciliation compares it. Before the last replacement of the key, the members
 * in the clear and the names of the others are compared; after it, the whole entry.
 * @returns undefined if this build does not know the format of the entry
 */
export function reconciledEntry(entry: Uint8Array, { since }: Keyed): ReconciledEvent | undefined {
  const view = viewOf(entry);
  if (view === undefined) return undefined;
  const at = Date.parse(view.at);
  const { hashed = {}, ...open } = JSON.parse(Buffer.from(entry).toString()) as { readonly hashed?: object };
  const content = at >= since ? entry : canonicalJson({ ...open, hashed: Object.keys(hashed).toSorted() });
  const { requestId } = view;
  return { item: itemOf({ ...view, at }, content), at, ...(requestId === undefined ? {} : { requestId }) };
}

/** Returns an event of the ledger as the reconciliation compares it: as the entry that the log must have. */
export function reconciledEvent(event: AuditEvent, tenantKey: string, keyed: Keyed): ReconciledEvent {
  const found = reconciledEntry(entryOf(event, eventKeyOf(tenantKey, event.eventId)), keyed);
  if (found === undefined) throw new RangeError(`no entry can be made of the event ${event.eventId}`);
  return found;
}

function itemOf(
  { uuid, at, outcome = '' }: { readonly uuid: string; readonly at: number; readonly outcome?: string },
  content: Uint8Array | string,
): Uint8Array {
  const item = Buffer.alloc(eventItemBytes);
  item.write(uuid.replaceAll('-', '').slice(0, 32), 'hex');
  item.writeUIntBE(at, 16, 6);
  item.writeUInt8(
    Math.max(
      0,
      outcomes.findIndex((one) => one === outcome),
    ),
    22,
  );
  createHash('sha256').update(content).digest().copy(item, 23, 0, contentBytes);
  return item;
}

/** Returns the name of the event in an item. */
export function eventNameOf(item: Uint8Array): EventName {
  const bytes = Buffer.from(item.buffer, item.byteOffset, item.byteLength);
  const hex = bytes.toString('hex', 0, 16);
  const uuid = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
  const outcome = outcomes[bytes.readUInt8(22)];
  return { uuid, at: new Date(bytes.readUIntBE(16, 6)).toISOString(), ...(outcome ? { outcome } : {}) };
}
