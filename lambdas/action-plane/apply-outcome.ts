import { alsoCompensated } from '../../action-plane/compensate.ts';
import { platformActor, type Stamp } from '../../action-plane/stamp.ts';
import type { PlatformFunctionName } from '../../contract/platform/functions.ts';
import type { ActionPlaneStore, Transition } from '../../contract/rows/action-plane-store.ts';
import { Failure } from '../../contract/failures.ts';
import type { Clock } from './clock.ts';

const tries = 16;

/**
 * Applies a transition. If the transition commits a compensation, the undone Action becomes `compensated` in the same
 * transaction. If only the undone Action has changed in the meantime, that Action is read again and the write is
 * repeated.
 * @throws Failure `write.conflict`
 */
export const applyOutcome =
  ({ store, now, uuid }: Clock & { readonly store: ActionPlaneStore }, by: PlatformFunctionName) =>
  async (transition: Transition): Promise<'applied' | 'moved'> => {
    const { from, to } = transition.action ?? {};
    if (!from || to?.state !== 'committed' || to.compensates === undefined) return store.apply(transition);
    for (let attempt = 0; attempt < tries; attempt += 1) {
      const original = await store.action(to.compensates);
      const stamp: Stamp = {
        function: by,
        uuid: uuid(),
        atMillis: now(),
        by: platformActor(by),
        release: transition.event.release,
      };
      const whole = original ? alsoCompensated(transition, original, stamp) : transition;
      if ((await store.apply(whole)) === 'applied') return 'applied';
      const present = await store.action(from.id);
      if (present?.version !== from.version) return 'moved';
    }
    throw new Failure('write.conflict', 'other writers changed the rows during each of several attempts');
  };
