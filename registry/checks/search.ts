import { search } from '../../patterns/search/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** The row of searches. They name corpora in arguments, so only the signature is checked. */
export const searchRow: PatternRow = {
  functions: [gatedFunction(search, search, ({ corpora }) => ({ corpora }))],
};
