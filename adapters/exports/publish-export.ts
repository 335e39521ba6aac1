import type { Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { HeadWriter } from '../tables/head.ts';

const maxAttempts = 8;

/**
 * Moves the head to a snapshot of a type's exported objects by one conditional write. From then on, calls query this
 * snapshot.
 * @throws Failure `dependency.unavailable` if no release is in force, or others keep moving the head
 */
export async function publishExport(head: HeadWriter, type: string, snapshot: Hash): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await head.read();
    if (!state) throw new Failure('dependency.unavailable', 'no release is in force. Run cdk deploy first');
    const next = { ...state, exports: { ...state.exports, [type]: snapshot } };
    if ((await head.write(next, version)) === 'written') return;
  }
  throw new Failure('dependency.unavailable', 'the head changed at each of several attempts. Run the command again');
}
