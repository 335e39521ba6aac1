import { tool } from '../../contract/tool.ts';
import { classification } from '../../patterns/classification/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler('classification', tool(classification, awsSystem(await awsBase()), {}));
