import type { Routes } from '../routes.ts';
import { readAction, type ActionsDependencies } from './read-action.ts';

/**
 * Returns the handlers of both routes. They find an Action by its id, or by its tool and key, and give the same answer.
 */
export const actionsHandler = (deps: ActionsDependencies): Routes<'actions'> => {
  const read = readAction(deps);
  return { 'GET /v1/actions/{id}': read, 'GET /v1/actions': read };
};
