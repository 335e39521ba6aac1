import * as z from 'zod';
import { roundingModes } from '../../../contract/values/rounding.ts';
import { jsonPointer } from '../../../contract/values/shapes.ts';

export const tableFormats = ['csv', 'text', 'markdown'] as const;
/**
 * The locales of tables. Their separators and date formats are written out in our code, because those of `Intl` change
 * with ICU.
 */
export const locales = ['tr-TR', 'en-GB'] as const;

const named = {
  heading: z.string().min(1).max(100),
  /** The JSON Pointer of the cell's value in a row. */
  pointer: jsonPointer,
  /** The consequence if a row lacks this member: the call is refused, or the cell is empty. A `null` counts as a value. */
  absent: z.enum(['refuse', 'empty']),
};
const column = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), ...named }),
  z.strictObject({ type: z.literal('integer'), ...named }),
  z.strictObject({
    type: z.literal('decimal'),
    ...named,
    scale: z.int().min(0).max(18),
    rounding: z.enum(roundingModes),
  }),
  z.strictObject({ type: z.literal('date'), ...named }),
]);
export type Column = z.infer<typeof column>;

export const tableTarget = z.strictObject({
  kind: z.literal('table'),
  format: z.enum(tableFormats),
  locale: z.enum(locales),
  /** True if the thousands of a number are separated. */
  grouping: z.boolean(),
  columns: z.array(column).min(1).max(50),
});
export type TableTarget = z.infer<typeof tableTarget>;

export const tableAnswer = z.strictObject({
  status: z.literal('tabulated'),
  format: z.enum(tableFormats),
  mediaType: z.string(),
  text: z.string(),
  rows: z.int().min(0),
  columns: z.int().min(1),
  /** The number of cells that a spreadsheet would have evaluated as a formula. They are now plain text. */
  guarded: z.int().min(0),
});
export type TableAnswer = z.infer<typeof tableAnswer>;
