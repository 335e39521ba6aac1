import type { AuditEvent } from '../contract/audit.ts';
import { memberClass } from '../contract/audit-members.ts';
import { keyedHash, splitPins, type EventKey } from './entry.ts';

/**
 * Returns the event without the members that are derived from values: hashes, targets, the subject of a run, and the
 * pins of sources and records. Each of these members is replaced by the keyed hash that the entry of the event has in
 * the log, so the entry of the tombstone is the same. An event that is already a tombstone does not change.
 */
export function tombstoneOf(event: AuditEvent, key: EventKey): AuditEvent {
  const kept: Record<string, unknown> = {};
  const erased: Record<string, string> = { ...event.erased };
  for (const [name, value] of Object.entries(event)) {
    const memberIs = memberClass(event.kind, name);
    if (memberIs === 'pins') {
      const { artefacts, others } = splitPins(value as Readonly<Record<string, string>>);
      kept[name] = artefacts;
      if (Object.keys(others).length > 0) erased[name] = keyedHash(key, name, others);
    } else if (memberIs === 'hash' || isRunSubject(event, name)) erased[name] = keyedHash(key, name, value);
    else if (name !== 'erased') kept[name] = value;
  }
  return { ...kept, erased } as unknown as AuditEvent;
}

/** True for the subject that a caller gave to a run. The subject of a judged call is an event id, which stays. */
const isRunSubject = (event: AuditEvent, name: string): boolean =>
  name === 'subject' && (event.kind === 'run' || (event.kind === 'decision' && event.actionId !== undefined));
