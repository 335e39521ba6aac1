import { objects } from '../../adapters/tables/objects.ts';
import { tool } from '../../contract/tool.ts';
import { aggregation } from '../../patterns/aggregation/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

const base = await awsBase();
export const handler = toolHandler(
  'aggregation',
  tool(aggregation, awsSystem(base), { objects: objects(base.database) }),
);
