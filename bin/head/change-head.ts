import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { Actor } from '../../contract/authority/identity.ts';
import type { HeadState } from '../../contract/system.ts';
import { MissingEnvironment } from '../missing-environment.ts';

const maxAttempts = 8;

/** Reads the head. @throws MissingEnvironment if nothing is deployed @throws Failure `dependency.unavailable` */
export async function standing(head: HeadWriter): Promise<{ readonly state: HeadState; readonly version: number }> {
  const { state, version } = await head.read();
  if (state === undefined)
    throw new MissingEnvironment('no release is in force in this deployment. Run cdk deploy first');
  return { state, version };
}

export interface ChangedHead {
  readonly state: HeadState;
  readonly changed: boolean;
}

/**
 * Changes the head. The write is conditional on the version that was read. If somebody else changed the head in between,
 * the change is made again from the present head, so that neither change is lost.
 * @param next returns the head after the change, or undefined if nothing has to change
 * @throws MissingEnvironment if nothing is deployed, or if others change the head in every attempt
 */
export async function changeHead(
  head: HeadWriter,
  next: (state: HeadState) => HeadState | undefined | Promise<HeadState | undefined>,
  change: { readonly by: Actor; readonly reason?: string | undefined },
): Promise<ChangedHead> {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const { state, version } = await standing(head);
    const after = await next(state);
    if (after === undefined) return { state, changed: false };
    if ((await head.write(after, version, change)) === 'written') return { state: after, changed: true };
  }
  throw new MissingEnvironment(
    `the head was changed by others during each of ${maxAttempts} attempts, so nothing was written. Run the command again`,
  );
}
