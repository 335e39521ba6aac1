import { objects } from '../../adapters/tables/objects.ts';
import { tool } from '../../contract/tool.ts';
import { lookupInternal } from '../../patterns/lookup/internal.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

const base = await awsBase();
export const handler = toolHandler(
  'lookup-internal',
  tool(lookupInternal, awsSystem(base), { objects: objects(base.database) }),
);
