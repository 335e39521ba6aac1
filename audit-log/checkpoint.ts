import type { NodeHash } from './merkle.ts';
import { isSignedBy, noteOf, type Note, type NoteKey } from './signed-note.ts';

/** What a log promises: its first `size` entries have this root (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The log's name, which is the name of its key too. */
  readonly origin: string;
  readonly size: number;
  readonly root: NodeHash;
}

/** The text that is signed: origin, size in decimal and root in base64, a line each. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

/** The checkpoint that a note's text says; undefined if it is malformed. */
export function checkpointOf(text: string): Checkpoint | undefined {
  const [origin, size, encoded, ...rest] = text.split('\n');
  if (origin === undefined || origin === '' || rest.at(-1) !== '') return undefined;
  if (size === undefined || !/^(?:0|[1-9][0-9]{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    return undefined;
  const root = Buffer.from(encoded ?? '', 'base64');
  if (root.length !== 32 || root.toString('base64') !== encoded) return undefined;
  return { origin, size: Number(size), root };
}

export type OpenedCheckpoint =
  | { readonly checkpoint: Checkpoint; readonly note: Note }
  | { readonly broken: 'malformed' | 'unsigned' | 'foreign' };

/** A checkpoint that its log's key has signed; `foreign` is one of another log. */
export function openCheckpoint(file: string, key: NoteKey): OpenedCheckpoint {
  const note = noteOf(file);
  const checkpoint = note && checkpointOf(note.text);
  if (!note || !checkpoint) return { broken: 'malformed' };
  if (checkpoint.origin !== key.name) return { broken: 'foreign' };
  return isSignedBy(note, key) ? { checkpoint, note } : { broken: 'unsigned' };
}
