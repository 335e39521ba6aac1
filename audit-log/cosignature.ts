import { isSignature, keyIdOf, noteOf, type NoteKey } from './signed-note.ts';

/** Returns the text that a witness signs: a header, the time, and the text of the checkpoint (C2SP tlog-cosignature). */
export const cosignedText = (posixSeconds: number, checkpoint: string): string =>
  `cosignature/v1\ntime ${posixSeconds}\n${checkpoint}`;

/** A valid cosignature: its line in the note, and the time that the witness signed. */
export interface Cosignature {
  readonly line: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

/**
 * Returns the newest valid cosignature of a witness on a checkpoint. Lines of unknown keys are ignored. Undefined if the
 * note is malformed or has no valid cosignature of this witness.
 * @param file the checkpoint with all its signature lines
 */
export function cosignatureIn(file: string, witness: NoteKey): Cosignature | undefined {
  const note = noteOf(file);
  const id = Buffer.from(keyIdOf(witness, 'witness'));
  const valid = (note?.signatures ?? []).flatMap(({ name, bytes }) => {
    // Key id, time in seconds (64 bits, big-endian) and an Ed25519 signature.
    if (name !== witness.name || bytes.length !== 4 + 8 + 64 || !id.equals(bytes.subarray(0, 4))) return [];
    const seconds = Number(Buffer.from(bytes).readBigUInt64BE(4));
    const signed = cosignedText(seconds, note?.text ?? '');
    if (!Number.isSafeInteger(seconds * 1000) || !isSignature(bytes.subarray(12), signed, witness)) return [];
    return [{ seconds, line: `\u2014 ${name} ${Buffer.from(bytes).toString('base64')}\n` }];
  });
  const newest = valid.sort((a, b) => b.seconds - a.seconds)[0];
  return newest && { line: newest.line, at: new Date(newest.seconds * 1000).toISOString() };
}
