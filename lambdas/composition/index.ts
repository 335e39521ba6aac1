import { tool } from '../../contract/tool.ts';
import { composition } from '../../patterns/composition/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler('composition', tool(composition, awsSystem(await awsBase()), {}));
