import { conversion } from '../../patterns/conversion/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/** The row of conversions. They name tables and calendars in arguments, so only the signature is checked. */
export const conversionRow: PatternRow = {
  functions: [gatedFunction(conversion, conversion, () => ({}))],
};
