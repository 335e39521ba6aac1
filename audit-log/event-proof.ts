import * as z from 'zod';
import type { AuditEvent } from '../contract/audit.ts';
import { openCheckpoint } from './checkpoint.ts';
import { entryOf, uuidOf, type EventKey } from './entry.ts';
import { entriesOf } from './entry-bundle.ts';
import { isSameHash, leafHash } from './merkle.ts';
import { inclusionProof, rootByInclusion } from './proof.ts';
import type { NoteKey } from './signed-note.ts';
import type { LogObjects } from './store.ts';
import { tilePath, tilesBetween, tileWidth } from './tile-path.ts';
import { hashReader } from './tree-reader.ts';

const base64 = z.base64().max(64);

/**
 * A file that shows to anybody, without the log, that one event is in it: the event in full, the key of its own hashes, and
 * the audit path to a signed checkpoint. It discloses nothing about any other event.
 */
export const eventProof = z.strictObject({
  format: z.literal('logic-plane-event-proof/1'),
  event: z.record(z.string(), z.unknown()),
  eventKey: z.string().regex(/^[0-9a-f]{64}$/),
  index: z.int().min(0),
  /** From the entry up, base64 of 32 bytes each. */
  path: z.array(base64).max(64),
  checkpoint: z.string().max(4096),
});
export type EventProof = z.infer<typeof eventProof>;

export type ProofVerdict =
  | { readonly holds: true; readonly size: number }
  | { readonly holds: false; readonly what: string };

/** Where an entry is in a copy of the log of `size` entries, by the event's uuid; undefined if it is not in it. */
export async function findEntry(
  copy: Pick<LogObjects, 'get'>,
  size: number,
  uuid: string,
): Promise<{ readonly index: number; readonly entry: Uint8Array } | undefined> {
  const sought = `"uuid":"${uuid}"`;
  for (const name of tilesBetween('entries', 0, size)) {
    const entries = entriesOf((await copy.get(tilePath(name))) ?? new Uint8Array()) ?? [];
    const at = entries.findIndex((entry) => Buffer.from(entry).includes(sought));
    const entry = entries[at];
    if (entry !== undefined) return { index: name.index * tileWidth + at, entry };
  }
  return undefined;
}

/** Makes the proof of an event whose entry is at `index` of the tree that the checkpoint promises. @throws LogDamaged */
export async function proveEvent(
  copy: Pick<LogObjects, 'get'>,
  {
    event,
    eventKey,
    index,
    size,
    checkpoint,
  }: {
    readonly event: AuditEvent;
    readonly eventKey: EventKey;
    readonly index: number;
    readonly size: number;
    readonly checkpoint: string;
  },
): Promise<EventProof> {
  const path = await inclusionProof(hashReader(copy, size), index, size);
  return {
    format: 'logic-plane-event-proof/1',
    event: event as unknown as Record<string, unknown>,
    eventKey,
    index,
    path: path.map((hash) => Buffer.from(hash).toString('base64')),
    checkpoint,
  };
}

/** Whether the event of a proof is in the log that the key signs. */
export function checkProof(proof: EventProof, key: NoteKey): ProofVerdict {
  const opened = openCheckpoint(proof.checkpoint, key);
  if ('broken' in opened) return { holds: false, what: `the checkpoint is ${opened.broken}` };
  const { size, root } = opened.checkpoint;
  const event = proof.event as unknown as AuditEvent;
  if (typeof event.eventId !== 'string' || uuidOf(event.eventId) === '') {
    return { holds: false, what: 'the proof names no event' };
  }
  const path = proof.path.map((text) => Buffer.from(text, 'base64'));
  const reached = rootByInclusion(leafHash(entryOf(event, proof.eventKey)), { index: proof.index, size }, path);
  if (reached === undefined || !isSameHash(reached, root)) {
    return { holds: false, what: 'the event, its key and its path do not come to the signed root' };
  }
  return { holds: true, size };
}
