import { conversion } from '../../patterns/conversion/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, conversion, () => ({}));
