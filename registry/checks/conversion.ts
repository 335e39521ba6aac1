import { conversion } from '../../patterns/conversion/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** A conversion names its tables and calendars in its arguments: nothing is to be checked beside its signature. */
export const conversionRow: PatternRow = {
  functions: [gatedFunction(conversion, conversion, () => ({}))],
};
