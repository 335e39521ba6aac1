import { actions } from '../../adapters/tables/actions.ts';
import { dispatches } from '../../adapters/tables/dispatches.ts';
import { approvalRequest } from '../../patterns/approval-request/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, approvalRequest, ({ database, content }) => ({
  actions: actions(database),
  dispatches: dispatches(database, content),
}));
