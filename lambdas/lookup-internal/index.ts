import { objects } from '../../adapters/tables/objects.ts';
import { lookupInternal } from '../../patterns/lookup/internal.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, lookupInternal, ({ database }) => ({
  objects: objects(database),
}));
