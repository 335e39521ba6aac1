import { bedrockModel } from '../../adapters/aws/bedrock-model.ts';
import { tool } from '../../contract/tool.ts';
import { extractionModel } from '../../patterns/extraction/pattern.ts';
import { toolHandler } from '../http.ts';
import { awsBase, awsSystem } from '../system.ts';

export const handler = toolHandler(
  'extraction-model',
  tool(extractionModel, awsSystem(await awsBase()), { model: bedrockModel() }),
);
