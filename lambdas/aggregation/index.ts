import { objects } from '../../adapters/tables/objects.ts';
import { aggregation } from '../../patterns/aggregation/pattern.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, aggregation, ({ database }) => ({
  objects: objects(database),
}));
