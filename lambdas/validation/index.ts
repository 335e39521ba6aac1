import { tool } from '../../contract/tool.ts';
import { validation } from '../../patterns/validation/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler('validation', tool(validation, awsSystem(await awsBase()), {}));
