import { composition } from '../../patterns/composition/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, composition, () => ({}));
