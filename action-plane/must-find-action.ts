import type { Action } from '../contract/rows/action.ts';
import type { ActionPlaneStore } from '../contract/rows/action-plane-store.ts';
import { Failure } from '../contract/failures.ts';

/**
 * Returns the Action with this id.
 * @throws Failure `action.unknown`
 */
export async function mustFindAction(store: Pick<ActionPlaneStore, 'action'>, id: string): Promise<Action> {
  const action = await store.action(id);
  if (!action) throw new Failure('action.unknown', 'there is no Action with this id');
  return action;
}
