import type { AuditEvent, Receipt } from '../../contract/audit.ts';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import { ledgerKeyOf, type LedgerKey } from '../../contract/dispatch/keys.ts';
import type { DispatchRecord, Effect } from '../../contract/system.ts';
import type { Item } from './database.ts';
import { itemOf, optionalText, itemText } from './item.ts';

/** The time for which events stay in the ledger: 30 days. Within it, the audit log can still be repaired from them. */
const floorSeconds = 30 * 24 * 3600;

const leavesAt = (event: AuditEvent): number => Math.floor(Date.parse(event.at) / 1000) + floorSeconds;

/** Makes the item of an event that has no call record. Transitions and Decisions are kept forever. */
export function eventItem(event: AuditEvent): Item {
  const key = ledgerKeyOf(event.eventId);
  if (key === undefined) throw new Failure('internal', 'the event id does not contain the key of a ledger item');
  const stays = event.kind === 'transition' || event.kind === 'decision';
  return itemOf(key, {
    kind: event.kind,
    eventId: event.eventId,
    event: canonicalJson(event),
    at: event.at,
    ttl: stays ? undefined : leavesAt(event),
  });
}

/** Makes the item of a call record. A record with an effect is kept forever. */
export const recordItem = (key: LedgerKey, record: DispatchRecord, effect: Effect | undefined): Item =>
  itemOf(key, {
    kind: record.event.kind,
    effect: effect?.put,
    effectId: effect?.row.id,
    eventId: record.event.eventId,
    fingerprint: record.fingerprint,
    event: canonicalJson(record.event),
    receipt: canonicalJson(beyond(record)),
    result: record.result,
    resultAside: record.resultAside === true ? 1 : undefined,
    exceptions: record.exceptions,
    arguments: record.arguments,
    at: record.event.at,
    ttl: effect === undefined ? leavesAt(record.event) : undefined,
  });

const receiptMembers = [
  'eventId',
  'tool',
  'version',
  'engine',
  'argsHash',
  'resultHash',
  'exceptionsHash',
  'policies',
  'pins',
  'markings',
] as const satisfies readonly (keyof Receipt)[];

/**
 * Returns the members of the receipt that its event does not have. Only they are stored, which keeps a record near 1
 * KB.
 */
function beyond({ event, receipt }: DispatchRecord): Partial<Receipt> {
  const known: Readonly<Record<string, unknown>> = { ...event };
  const same = (name: keyof Receipt): boolean =>
    known[name] !== undefined && canonicalJson(known[name]) === canonicalJson(receipt[name]);
  return Object.fromEntries(receiptMembers.filter((name) => !same(name)).map((name) => [name, receipt[name]]));
}

/** The attribute that marks an item whose values were erased. */
const erasedAttribute = 'erased';

export const isErased = (item: Item): boolean => item[erasedAttribute] !== undefined;

/**
 * Makes the tombstone of an item: its key, its event without hashes, and the effect that it recorded. Result,
 * exceptions, arguments, receipt and fingerprint are gone.
 */
export function erasedItem(item: Item, tombstone: AuditEvent): Item {
  const kept = ['kind', 'effect', 'effectId', 'eventId', 'at', 'ttl'].flatMap((name) => {
    const value = item[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return itemOf(String(item['pk']), {
    ...Object.fromEntries(kept),
    event: canonicalJson(tombstone),
    [erasedAttribute]: 1,
  });
}

/** Returns the call record in an item. Undefined if the item is an event without a record, or was erased. */
export function recordOf(item: Item): DispatchRecord | undefined {
  const fingerprint = optionalText(item, 'fingerprint');
  if (fingerprint === undefined) return undefined;
  const event = JSON.parse(itemText(item, 'event')) as DispatchRecord['event'];
  const known: Readonly<Record<string, unknown>> = { ...event, ...(JSON.parse(itemText(item, 'receipt')) as object) };
  const result = optionalText(item, 'result');
  const exceptions = optionalText(item, 'exceptions');
  const args = optionalText(item, 'arguments');
  return {
    fingerprint,
    event,
    receipt: Object.fromEntries(receiptMembers.map((name) => [name, known[name]])) as unknown as Receipt,
    ...(result === undefined ? {} : { result }),
    ...(item['resultAside'] === 1 ? { resultAside: true as const } : {}),
    ...(exceptions === undefined ? {} : { exceptions }),
    ...(args === undefined ? {} : { arguments: args }),
  };
}
