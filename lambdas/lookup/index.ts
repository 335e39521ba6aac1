import { tool } from '../../contract/tool.ts';
import { lookup } from '../../patterns/lookup/pattern.ts';
import { toolHandler } from '../http.ts';
import { sourcesOfRecord } from '../sources-of-record.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler(
  'lookup',
  tool(lookup, awsSystem(await awsBase()), { connectors: sourcesOfRecord() }),
);
