import { dispatches } from '../../adapters/tables/dispatches.ts';
import { tool } from '../../contract/tool.ts';
import { actionStaging } from '../../patterns/action-staging/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

const base = await awsBase();
export const handler = toolHandler(
  'action-staging',
  tool(actionStaging, awsSystem(base), { dispatches: dispatches(base.database, base.content) }),
);
