import { Failure } from '../contract/failures.ts';
import type { ActionPlaneStore, Transition } from '../contract/rows/action-plane-store.ts';

const tries = 16;

/**
 * Plans a transition from rows as read and applies it; where a row has moved meanwhile, plans again from what now stands.
 * A plan that answers undefined finds nothing left to do.
 * @throws Failure `write.conflict` when the rows keep moving
 */
export async function applyPlanned<P extends { readonly transition: Transition }>(
  store: Pick<ActionPlaneStore, 'apply'>,
  plan: () => Promise<P | undefined>,
): Promise<P | undefined> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const planned = await plan();
    if (planned === undefined || (await store.apply(planned.transition)) === 'applied') return planned;
  }
  throw new Failure('write.conflict', 'the rows moved each time that they were read');
}
