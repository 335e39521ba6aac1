import { conversion } from '../../patterns/conversion/pattern.ts';
import { gatedFunction, type PatternRow } from '../pattern-row.ts';

/**
 * The row of the pattern conversion. Calls name rate tables and calendars in their arguments, so only the signature is
 * checked.
 */
export const conversionRow: PatternRow = {
  functions: [gatedFunction(conversion, conversion, () => ({}))],
};
