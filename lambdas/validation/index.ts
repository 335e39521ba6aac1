import { validation } from '../../patterns/validation/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, validation, () => ({}));
