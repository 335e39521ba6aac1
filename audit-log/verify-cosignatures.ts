import { cosignatureIn } from './cosignature.ts';
import type { NoteKey } from './signed-note.ts';
import { checkpointPath, cosignaturePath, keptCheckpointPath, type LogObjects } from './store.ts';

interface CosignedCopy extends Pick<LogObjects, 'get'> {
  keptCosignatures(): Promise<readonly number[]>;
}

/** The newest checkpoint that a witness has cosigned: its size, and the time of the cosignature. */
export interface Witnessed {
  readonly size: number;
  readonly at: string;
}

/**
 * Checks each kept cosignature against its kept checkpoint. An invalid cosignature is a problem. It is also a problem
 * if the copy has no valid cosignature.
 */
export async function newestCosigned(
  copy: CosignedCopy,
  witness: NoteKey,
): Promise<{ readonly witnessed?: Witnessed; readonly problems: readonly { path: string; what: string }[] }> {
  let witnessed: Witnessed | undefined;
  const problems: { path: string; what: string }[] = [];
  for (const size of await copy.keptCosignatures()) {
    const path = cosignaturePath(size);
    const [checkpoint, line] = await Promise.all([textAt(copy, keptCheckpointPath(size)), textAt(copy, path)]);
    const cosignature = cosignatureIn(`${checkpoint}${line}`, witness);
    if (cosignature) witnessed = { size, at: cosignature.at };
    else problems.push({ path, what: 'the witness with this key did not cosign the checkpoint of this size' });
  }
  if (witnessed) return { witnessed, problems };
  const what = 'the copy has no checkpoint that the witness with this key cosigned';
  return { problems: [...problems, { path: checkpointPath, what }] };
}

const textAt = async (copy: CosignedCopy, path: string): Promise<string> =>
  Buffer.from((await copy.get(path)) ?? '').toString();
