import { classification } from '../../patterns/classification/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, classification, () => ({}));
