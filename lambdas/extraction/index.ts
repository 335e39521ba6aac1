import { tool } from '../../contract/tool.ts';
import { extraction } from '../../patterns/extraction/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler('extraction', tool(extraction, awsSystem(await awsBase()), {}));
