import { tool } from '../../contract/tool.ts';
import { conversion } from '../../patterns/conversion/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler('conversion', tool(conversion, awsSystem(await awsBase()), {}));
