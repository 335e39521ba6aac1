import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { HeadState } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { suggestion } from '../../registry/tenant/did-you-mean.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { moved, type Move } from './move.ts';

const maxAttempts = 8;

/** Reads the head. @throws MissingEnvironment if nothing is deployed @throws Failure `dependency.unavailable` */
export async function standing(head: HeadWriter): Promise<{ readonly state: HeadState; readonly version: number }> {
  const { state, version } = await head.read();
  if (state === undefined)
    throw new MissingEnvironment('no release is in force in this deployment. Run cdk deploy first');
  return { state, version };
}

/**
 * Adds a name to a list of the head, or removes it. The write is conditional on the version that was read. If somebody
 * else changed the head in between, the head is read and checked again, so that neither change is lost.
 * @param check throws if the release does not have the name
 * @throws UsageError if the name is to be removed but is not in the list
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
  throw new MissingEnvironment(
    `the head was changed by others during each of ${maxAttempts} attempts, so nothing was written. Run the command again`,
  );
}
