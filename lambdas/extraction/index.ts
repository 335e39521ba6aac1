import { extraction } from '../../patterns/extraction/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, extraction, () => ({}));
