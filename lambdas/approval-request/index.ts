import { actions } from '../../adapters/tables/actions.ts';
import { tool } from '../../contract/tool.ts';
import { approvalRequest } from '../../patterns/approval-request/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

const base = await awsBase();
export const handler = toolHandler(
  'approval-request',
  tool(approvalRequest, awsSystem(base), { actions: actions(base.database) }),
);
