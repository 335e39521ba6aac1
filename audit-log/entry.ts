import { createHash, createHmac } from 'node:crypto';
import type { AuditEvent, EventId } from '../contract/audit.ts';
import { memberClass } from '../contract/audit-members.ts';
import { canonicalJson } from '../contract/values/canonical.ts';

/** The key for the hashes of one event, 64 hex digits. Its holder can check the hidden members of this event only. */
export type EventKey = string;

/** Returns the last part of an event id, which is a UUIDv7. */
export const uuidOf = (eventId: EventId): string => eventId.slice(eventId.lastIndexOf('.') + 1);

/** Derives the key of one event from the tenant's key, so that disclosing one event does not disclose another. */
export const eventKeyOf = (tenantKey: string, eventId: EventId): EventKey =>
  createHmac('sha256', tenantKey)
    .update(`audit-log entry ${uuidOf(eventId)}`)
    .digest('hex');

/**
 * Returns the log entry of an event as canonical JSON (RFC 8785), with the event's uuid and its public members. Instead
 * of a member that is not public, the entry has a keyed hash: HMAC-SHA-256 over the member's name and its canonical
 * JSON. Members of the class `left out` are omitted. After an erasure, the event has the keyed hashes themselves, so
 * the entry stays the same.
 */
export function entryOf(event: AuditEvent, key: EventKey): Uint8Array {
  const open: Record<string, unknown> = {};
  const hashed: Record<string, string> = { ...event.erased };
  for (const [name, value] of Object.entries(event)) {
    const memberIs = memberClass(event.kind, name);
    if (value === undefined || memberIs === 'left out') continue;
    if (memberIs === 'public') open[name] = value;
    else if (memberIs === 'pins') {
      const { artefacts, others } = splitPins(value as Pins);
      open[name] = artefacts;
      if (Object.keys(others).length > 0) hashed[name] = keyedHash(key, name, others);
    } else hashed[name] = keyedHash(key, name, value);
  }
  return Buffer.from(canonicalJson({ v: 1, uuid: uuidOf(event.eventId), ...open, hashed }));
}

type Pins = Readonly<Record<string, string>>;

/** Separates the pins of artefacts from the pins of sources, records and snapshots. */
export function splitPins(pins: Pins): { readonly artefacts: Pins; readonly others: Pins } {
  const isArtefact = ([name]: readonly [string, string]): boolean => name.includes('@');
  const all = Object.entries(pins);
  return {
    artefacts: Object.fromEntries(all.filter(isArtefact)),
    others: Object.fromEntries(all.filter((pin) => !isArtefact(pin))),
  };
}

/** Returns the keyed hash that replaces the value of a member in an entry. */
export const keyedHash = (key: EventKey, name: string, value: unknown): string =>
  createHmac('sha256', key)
    .update(`${name}\n${canonicalJson(value)}`)
    .digest('hex');

/** The members of an entry that a reader of the log needs to find an event. */
export interface EntryView {
  readonly uuid: string;
  readonly at: string;
  readonly kind: string;
  /**
   * Only events of calls and requests have an outcome. Two events of one call have the same uuid, but different
   * outcomes.
   */
  readonly outcome?: string;
  /** The gateway's id of the HTTP request, if the request itself left the event. */
  readonly requestId?: string;
}

/** Returns the digest by which an event and its entry are recognized: 16 bytes of SHA-256 over uuid and outcome. */
export const eventDigest = ({ uuid, outcome = '' }: Pick<EntryView, 'uuid' | 'outcome'>): Uint8Array =>
  createHash('sha256').update(`${uuid}\n${outcome}`).digest().subarray(0, 16);

/** Parses an entry. Undefined if this build does not know the entry's format. */
export function viewOf(entry: Uint8Array): EntryView | undefined {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(entry).toString());
  } catch {
    return undefined;
  }
  const { v, uuid, at, kind, outcome, requestId } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (v !== 1 || typeof uuid !== 'string' || typeof at !== 'string' || typeof kind !== 'string') return undefined;
  return {
    uuid,
    at,
    kind,
    ...(typeof outcome === 'string' ? { outcome } : {}),
    ...(typeof requestId === 'string' ? { requestId } : {}),
  };
}
