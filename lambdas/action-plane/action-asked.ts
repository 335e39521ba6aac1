import type { Action } from '../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import { Failure } from '../../contract/failures.ts';
import type { HttpRequest } from '../http.ts';

/**
 * Returns the Action that the path names, if the caller may do what the request asks for. Any other caller gets the
 * answer for an Action that does not exist.
 * @throws Failure `action.unknown`
 */
export async function actionAsked(
  store: Pick<ActionPlaneStore, 'action'>,
  { event, caller }: HttpRequest,
  may: (caller: HttpRequest['caller'], action: Action) => boolean,
): Promise<Action> {
  const action = await store.action(event.pathParameters?.['id'] ?? '');
  if (!action || !may(caller, action))
    throw new Failure('action.unknown', 'this Action does not exist, or the caller may not do this with it');
  return action;
}
