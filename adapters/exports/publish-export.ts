import type { Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { HeadWriter } from '../tables/head.ts';

const maxAttempts = 8;

/**
 * Puts a snapshot of a type's exported objects in force by one conditional write to the head. Later calls query this
 * snapshot.
 * @throws Failure `dependency.unavailable` if no release is in force, or other changes to the head prevent every
 * attempt
 */
export async function publishExport(head: HeadWriter, type: string, snapshot: Hash): Promise<void> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await head.read();
    if (!state) throw new Failure('dependency.unavailable', 'no release is in force. Run cdk deploy first');
    const next = { ...state, exports: { ...state.exports, [type]: snapshot } };
    if ((await head.write(next, version)) === 'written') return;
  }
  throw new Failure(
    'dependency.unavailable',
    'other changes to the head prevented each attempt. Run the command again',
  );
}
