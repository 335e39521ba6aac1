import { connectors } from '../../adapters/sor/connectors.ts';
import { tool } from '../../contract/tool.ts';
import { lookup } from '../../patterns/lookup/pattern.ts';
import { toolHandler } from '../http.ts';
import { sorSecrets } from '../sor-secrets.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler(
  'lookup',
  tool(lookup, awsSystem(await awsBase()), { connectors: connectors(sorSecrets()) }),
);
