import { Failure } from '../contract/failures.ts';
import type { ActionPlaneStore, Transition } from '../contract/rows/action-plane-store.ts';

const tries = 16;

/**
 * Plans a transition from the rows and applies it. If a row has changed in the meantime, plans again from the present
 * rows. A plan returns undefined if nothing is left to do.
 * @throws Failure `write.conflict` if the rows change during every attempt
 */
export async function applyPlanned<P extends { readonly transition: Transition }>(
  store: Pick<ActionPlaneStore, 'apply'>,
  plan: () => Promise<P | undefined>,
): Promise<P | undefined> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const planned = await plan();
    if (planned === undefined || (await store.apply(planned.transition)) === 'applied') return planned;
  }
  throw new Failure('write.conflict', 'other writers changed the rows during each of several attempts');
}
