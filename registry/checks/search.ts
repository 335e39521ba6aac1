import { search } from '../../patterns/search/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** A search names its corpora in its arguments: nothing is to be checked beside its signature. */
export const searchRow: PatternRow = {
  functions: [gatedFunction(search, search, ({ corpora }) => ({ corpora }))],
};
