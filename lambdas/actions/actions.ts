import type { Routes } from '../routes.ts';
import { readAction, type ActionsDependencies } from './read-action.ts';

/** Finds an Action by its id, or by its tool and key. The answer is the same. */
export const actionsHandler = (deps: ActionsDependencies): Routes<'actions'> => {
  const read = readAction(deps);
  return { 'GET /v1/actions/{id}': read, 'GET /v1/actions': read };
};
