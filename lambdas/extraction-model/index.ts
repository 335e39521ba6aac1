import { bedrockModel } from '../../adapters/aws/bedrock-model.ts';
import { extractionModel } from '../../patterns/extraction/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, extractionModel, () => ({ model: bedrockModel() }));
