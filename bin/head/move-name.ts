import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { HeadState } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { moved, type Move } from './move.ts';

const maxAttempts = 8;

/** The head as it stands. @throws MissingEnvironment where nothing was deployed; Failure `dependency.unavailable` */
export async function standing(head: HeadWriter): Promise<{ readonly state: HeadState; readonly version: number }> {
  const { state, version } = await head.read();
  if (state === undefined)
    throw new MissingEnvironment('no release is in force in this deployment. Run cdk deploy first');
  return { state, version };
}

/**
 * Moves one name by one conditional write on the version that was read; where somebody else was first, all is read and
 * checked anew, so neither move is lost.
 * @param check throws where the name shall not be listed under that release
 * @throws UsageError where a name is to be freed that is not listed
 */
export async function moveName(
  head: HeadWriter,
  {
    move,
    name,
    check,
  }: { readonly move: Move; readonly name: string; readonly check: (release: string) => Promise<void> },
): Promise<{ readonly state: HeadState; readonly changed: boolean }> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await standing(head);
    const { [move.list]: listed } = state;
    if (move.to === 'listed') await check(state.release);
    else if (!listed.includes(name)) {
      const hint = listed.length === 0 ? `Nothing is ${move.list}` : suggestion(name, listed);
      throw new UsageError(`${name} is not ${move.list}. ${hint}`);
    }
    const next = moved(state, move, name);
    if (next === undefined) return { state, changed: false };
    if ((await head.write(next, version)) === 'written') return { state: next, changed: true };
  }
  throw new MissingEnvironment('others keep changing the head. Run the command again');
}
