import type { NodeHash } from './merkle.ts';
import { isSignedBy, noteOf, type Note, type NoteKey } from './signed-note.ts';

/** The promise that the first `size` entries of a log have this root (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The name of the log, which is also the name of its key. */
  readonly origin: string;
  readonly size: number;
  readonly root: NodeHash;
}

/** Returns the text to be signed: origin, size in decimal and root in base64, one on each line. */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${Buffer.from(root).toString('base64')}\n`;

/** Parses the text of a note as a checkpoint. Undefined if the text is malformed. */
export function checkpointOf(text: string): Checkpoint | undefined {
  const [origin, size, encoded, ...rest] = text.split('\n');
  if (origin === undefined || origin === '' || rest.at(-1) !== '') return undefined;
  if (size === undefined || !/^(?:0|[1-9][0-9]{0,15})$/.test(size) || !Number.isSafeInteger(Number(size)))
    return undefined;
  const root = Buffer.from(encoded ?? '', 'base64');
  if (root.length !== 32 || root.toString('base64') !== encoded) return undefined;
  return { origin, size: Number(size), root };
}

/** Messages that say what is wrong with a checkpoint, by the reason that `openCheckpoint` returns. */
export const checkpointProblems = {
  malformed: 'the checkpoint is malformed',
  unsigned: 'the checkpoint is not signed by this key',
  foreign: 'the checkpoint belongs to another log: its first line is not the name of this key',
} as const;

export type OpenedCheckpoint =
  | { readonly checkpoint: Checkpoint; readonly note: Note }
  | { readonly broken: keyof typeof checkpointProblems };

/** Parses a checkpoint file and verifies its signature with the log's key. */
export function openCheckpoint(file: string, key: NoteKey): OpenedCheckpoint {
  const note = noteOf(file);
  const checkpoint = note && checkpointOf(note.text);
  if (!note || !checkpoint) return { broken: 'malformed' };
  if (checkpoint.origin !== key.name) return { broken: 'foreign' };
  return isSignedBy(note, key) ? { checkpoint, note } : { broken: 'unsigned' };
}
