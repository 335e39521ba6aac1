import { search } from '../../patterns/search/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** The row of the pattern search. Calls name corpora in their arguments, so only the signature is checked. */
export const searchRow: PatternRow = {
  functions: [gatedFunction(search, search, ({ corpora }) => ({ corpora }))],
};
