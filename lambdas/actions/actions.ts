import type { Routes } from '../routes.ts';
import { listActions } from './list-actions.ts';
import { readAction, type ActionsDependencies } from './read-action.ts';

/**
 * Returns the handlers of both routes. `GET /v1/actions` with a tool and a key finds one Action, and gives the same
 * answer as a read by its id. Without them it lists Actions.
 */
export const actionsHandler = (deps: ActionsDependencies): Routes<'actions'> => {
  const read = readAction(deps);
  const list = listActions(deps);
  return {
    'GET /v1/actions/{id}': read,
    'GET /v1/actions': (request) => {
      const { tool, key } = request.event.queryStringParameters ?? {};
      return tool === undefined && key === undefined ? list(request) : read(request);
    },
  };
};
