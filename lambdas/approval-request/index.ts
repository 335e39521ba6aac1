import { actions } from '../../adapters/tables/actions.ts';
import { approvalRequest } from '../../patterns/approval-request/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, approvalRequest, ({ database }) => ({
  actions: actions(database),
}));
