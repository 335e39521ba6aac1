import { checkpointProblems, type OpenedCheckpoint } from './checkpoint.ts';
import { isSameHash, type NodeHash } from './merkle.ts';
import { checkpointPath } from './store.ts';
import type { LogProblem } from './verify.ts';

/** A copy, as it is compared with a checkpoint from another source. */
export interface ComparedCopy {
  readonly size: number;
  /** The root of the first entries of the copy, as many as the other checkpoint says. Absent if they could not be read. */
  readonly rootThere?: NodeHash;
}

/**
 * Returns what is wrong if the copy does not contain the tree of a checkpoint from another source. Undefined if it
 * contains the tree.
 */
export function otherProblem(opened: OpenedCheckpoint, { size, rootThere }: ComparedCopy): LogProblem | undefined {
  if ('broken' in opened) return { path: 'the other checkpoint', what: checkpointProblems[opened.broken] };
  const { checkpoint } = opened;
  if (checkpoint.size > size) {
    return {
      path: checkpointPath,
      what: `the copy has ${size} entries, but the key has signed a tree of ${checkpoint.size}`,
      entry: size,
    };
  }
  if (rootThere === undefined || isSameHash(rootThere, checkpoint.root)) return undefined;
  return {
    path: 'the other checkpoint',
    what: `the first ${checkpoint.size} entries do not have the root of this checkpoint, so the key has signed two different logs`,
    interval: { from: 0, to: checkpoint.size },
  };
}
