import type { Action } from '../../contract/rows/action.ts';
import type { ActionPlaneStore } from '../../contract/rows/action-plane-store.ts';
import { Failure } from '../../contract/failures.ts';
import type { HttpRequest } from '../http.ts';

/**
 * The Action that the path names, where the caller may do what is asked of it. Anybody else is told that there is none.
 * @throws Failure `action.unknown`
 */
export async function actionAsked(
  store: Pick<ActionPlaneStore, 'action'>,
  { event, caller }: HttpRequest,
  may: (caller: HttpRequest['caller'], action: Action) => boolean,
): Promise<Action> {
  const action = await store.action(event.pathParameters?.['id'] ?? '');
  if (!action || !may(caller, action)) throw new Failure('action.unknown', 'the caller has no such Action');
  return action;
}
