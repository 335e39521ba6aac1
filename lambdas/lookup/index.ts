import { lookup } from '../../patterns/lookup/pattern.ts';
import { sourcesOfRecord } from '../sources-of-record.ts';
import { toolFunction } from '../tool-function.ts';

export const handler = await toolFunction(import.meta.url, lookup, () => ({ connectors: sourcesOfRecord() }));
