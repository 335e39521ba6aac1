import { createHmac } from 'node:crypto';
import type { AuditEvent, EventId } from '../contract/audit.ts';
import { memberClass } from '../contract/audit-members.ts';
import { canonicalJson } from '../contract/values/canonical.ts';

/** The key of one event's hashes, 64 hex digits. Whoever has it can check this event's hidden members, and no other's. */
export type EventKey = string;

/** The last part of an event id: UUIDv7. */
export const uuidOf = (eventId: EventId): string => eventId.slice(eventId.lastIndexOf('.') + 1);

/** The key of one event, derived from the tenant's key: to disclose one event discloses no other. */
export const eventKeyOf = (tenantKey: string, eventId: EventId): EventKey =>
  createHmac('sha256', tenantKey)
    .update(`audit-log entry ${uuidOf(eventId)}`)
    .digest('hex');

/**
 * The log's entry of an event: canonical JSON (RFC 8785) with the event's uuid, its public members, and a keyed hash,
 * HMAC-SHA-256 over the member's name and its canonical JSON, for each member that is not public.
 */
export function entryOf(event: AuditEvent, key: EventKey): Uint8Array {
  const open: Record<string, unknown> = {};
  const hashed: Record<string, string> = {};
  for (const [name, value] of Object.entries(event)) {
    const memberIs = memberClass(event.kind, name);
    if (value === undefined || memberIs === 'left out') continue;
    if (memberIs === 'public') open[name] = value;
    else hashed[name] = keyedHash(key, name, value);
  }
  return Buffer.from(canonicalJson({ v: 1, uuid: uuidOf(event.eventId), ...open, hashed }));
}

/** The keyed hash that an entry holds in place of a member's value. */
export const keyedHash = (key: EventKey, name: string, value: unknown): string =>
  createHmac('sha256', key)
    .update(`${name}\n${canonicalJson(value)}`)
    .digest('hex');

/** What a reader of the log finds in an entry; undefined if it is no entry of a format that this build knows. */
export interface EntryView {
  readonly uuid: string;
  readonly at: string;
  readonly kind: string;
}

export function viewOf(entry: Uint8Array): EntryView | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(entry).toString());
  } catch {
    return undefined;
  }
  const { v, uuid, at, kind } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (v !== 1 || typeof uuid !== 'string' || typeof at !== 'string' || typeof kind !== 'string') return undefined;
  return { uuid, at, kind };
}
