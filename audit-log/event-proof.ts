import * as z from 'zod';
import type { AuditEvent } from '../contract/audit.ts';
import { checkpointProblems, openCheckpoint } from './checkpoint.ts';
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
 * A file that proves to anybody, without access to the log, that one event is in it. The file has the full event, the
 * key of the event's hashes, and the audit path to a signed checkpoint. It discloses nothing about other events.
 */
export const eventProof = z.strictObject({
  format: z.literal('logic-plane-event-proof/1'),
  event: z.record(z.string(), z.unknown()),
  eventKey: z.string().regex(/^[0-9a-f]{64}$/),
  index: z.int().min(0),
  /** Hashes from the entry up to the root, each 32 bytes in base64. */
  path: z.array(base64).max(64),
  checkpoint: z.string().max(4096),
});
export type EventProof = z.infer<typeof eventProof>;

export type ProofVerdict =
  | { readonly holds: true; readonly size: number }
  | { readonly holds: false; readonly what: string };

/**
 * Finds an entry in a copy of a log with `size` entries. Two events of one call have the same uuid, so the whole entry is
 * compared.
 * @returns its index; `other` if the copy has only another entry with this uuid; `absent` if it has none
 */
export async function findEntry(
  copy: Pick<LogObjects, 'get'>,
  size: number,
  { uuid, entry }: { readonly uuid: string; readonly entry: Uint8Array },
): Promise<number | 'other' | 'absent'> {
  const sought = `"uuid":"${uuid}"`;
  let found: 'other' | 'absent' = 'absent';
  for (const name of tilesBetween('entries', 0, size)) {
    const entries = entriesOf((await copy.get(tilePath(name))) ?? new Uint8Array()) ?? [];
    const at = entries.findIndex((one) => Buffer.compare(one, entry) === 0);
    if (at !== -1) return name.index * tileWidth + at;
    if (entries.some((one) => Buffer.from(one).includes(sought))) found = 'other';
  }
  return found;
}

/**
 * Makes the proof for the event at `index` in the tree of the checkpoint.
 * @throws LogDamaged if a tile is missing or malformed
 */
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

/** Checks that the event of a proof is in the log that the key signs. */
export function checkProof(proof: EventProof, key: NoteKey): ProofVerdict {
  const opened = openCheckpoint(proof.checkpoint, key);
  if ('broken' in opened) return { holds: false, what: checkpointProblems[opened.broken] };
  const { size, root } = opened.checkpoint;
  const event = proof.event as unknown as AuditEvent;
  if (typeof event.eventId !== 'string' || uuidOf(event.eventId) === '') {
    return { holds: false, what: 'the event in the proof has no eventId' };
  }
  const path = proof.path.map((text) => Buffer.from(text, 'base64'));
  const reached = rootByInclusion(leafHash(entryOf(event, proof.eventKey)), { index: proof.index, size }, path);
  if (reached === undefined || !isSameHash(reached, root)) {
    return { holds: false, what: 'the root computed from the event, its key and its path is not the signed root' };
  }
  return { holds: true, size };
}
