import { cosignatureIn } from './cosignature.ts';
import { consistencyProof } from './proof.ts';
import type { NoteKey } from './signed-note.ts';
import { checkpointPath, cosignaturePath, type LogObjects, type LogRows, type Sealed } from './store.ts';
import { hashReader } from './tree-reader.ts';

/** A party outside of the platform that cosigns checkpoints, if each tree contains the tree before (C2SP tlog-witness). */
export interface Witness {
  readonly key: NoteKey;
  /**
   * Sends the body of `add-checkpoint`.
   * @throws Error if the witness does not answer
   */
  add(body: string): Promise<{ readonly status: number; readonly type: string; readonly body: string }>;
}

/** Error: the witness answered, but did not cosign. */
export class WitnessRefused extends Error {
  override readonly name = 'WitnessRefused';
}

/**
 * Asks the witness to cosign the newest checkpoint, unless the witness has already cosigned it. The cosignature is kept
 * beside the checkpoint and is added to the published checkpoint. If the checkpoint is replaced in the meantime, the
 * cosignature is kept, and the next call asks for the new checkpoint.
 * @returns the size of the cosigned checkpoint; undefined if there was nothing to cosign
 * @throws WitnessRefused, and the errors of the witness; the log stays sealed as it is
 */
export async function askWitness(
  { rows, objects }: { readonly rows: LogRows; readonly objects: LogObjects },
  witness: Witness,
): Promise<number | undefined> {
  const { row: sealed, version } = await rows.sealed();
  if (sealed === undefined || sealed.witnessed === sealed.size) return undefined;
  const { size } = sealed;
  const line = await cosignedBy(witness, sealed, objects);
  await objects.put(cosignaturePath(size), Buffer.from(line));
  const next = { ...sealed, checkpoint: `${sealed.checkpoint}${line}`, witnessed: size };
  if ((await rows.seal(next, version)) === 'moved') return size;
  await objects.replace(checkpointPath, Buffer.from(next.checkpoint));
  return size;
}

async function cosignedBy(witness: Witness, sealed: Sealed, objects: LogObjects): Promise<string> {
  const submit = async (old: number) => witness.add(await requestBody(sealed, old, objects));
  const first = await submit(sealed.witnessed ?? 0);
  // If the witness has cosigned another size than this log has recorded, its answer names that size.
  const named = sizeIn(first);
  const answer = named !== undefined && named <= sealed.size ? await submit(named) : first;
  if (answer.status !== 200) throw new WitnessRefused(`the witness answered ${answer.status} to the checkpoint`);
  const cosignature = cosignatureIn(`${sealed.checkpoint}${answer.body}`, witness.key);
  if (cosignature === undefined) throw new WitnessRefused('the answer of the witness has no valid cosignature');
  return cosignature.line;
}

/**
 * Returns the size that a witness names in an answer with status 409. The witness gives this answer if it has cosigned
 * another size than the request says.
 */
function sizeIn({ status, type, body }: Awaited<ReturnType<Witness['add']>>): number | undefined {
  if (status !== 409 || !type.startsWith('text/x.tlog.size')) return undefined;
  return /^(?:0|[1-9][0-9]{0,15})\n$/.test(body) ? Number(body) : undefined;
}

/** Returns the body of `add-checkpoint`: the old size, the proof of consistency, an empty line, the checkpoint. */
async function requestBody({ size, checkpoint }: Sealed, old: number, objects: LogObjects): Promise<string> {
  const proof = old === 0 ? [] : await consistencyProof(hashReader(objects, size), old, size);
  const lines = proof.map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
  return `old ${old}\n${lines.join('')}\n${checkpoint}`;
}
