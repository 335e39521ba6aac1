import { dispatches } from '../../adapters/tables/dispatches.ts';
import { actionStaging } from '../../patterns/action-staging/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, actionStaging, ({ database, content }) => ({
  dispatches: dispatches(database, content),
}));
