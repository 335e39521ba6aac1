import * as z from 'zod';
import { roundingModes } from '../../../contract/values/rounding.ts';
import { artefactRef, currencyCode, decimalString, money } from '../../../contract/values/shapes.ts';
import { plainDate } from '../dates/shapes.ts';

const mode = z.enum(roundingModes);
const scale = z.int().min(0).max(12);

export const currencyTarget = z.strictObject({
  kind: z.literal('currency'),
  currency: currencyCode,
  /** A rate table; the run pins its version. */
  rates: artefactRef,
  /** The rounding of the last step, to the minor units of the currency. */
  rounding: mode,
  /** The rounding of the amount in the base currency. Without it, that step is exact. */
  baseRounding: z.strictObject({ mode, scale }).exactOptional(),
  /** The day of the rates. Without it, the day of `asOf`. */
  day: plainDate.exactOptional(),
});
export type CurrencyTarget = z.infer<typeof currencyTarget>;

/** One step through the base currency: exact, or rounded as it says. */
const step = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** The rate as in the table: units of the base for one unit of the other currency, or the reverse. */
  rate: z.string(),
  by: z.enum(['multiplied', 'divided']),
  rounding: z.enum(['exact', ...roundingModes]),
  /** Only for a rounded step before the last: its digits after the point, and the rounded amount. */
  scale: scale.exactOptional(),
  amount: decimalString.exactOptional(),
});
export type Step = z.infer<typeof step>;

export const moneyAnswers = [
  z.strictObject({
    status: z.literal('converted'),
    value: money,
    rates: z.strictObject({ table: z.string(), source: z.string(), asOf: z.string(), base: z.string() }),
    steps: z.array(step),
    rounding: z.strictObject({ mode, minorUnits: z.int().min(0).max(4) }),
  }),
  z.strictObject({
    status: z.literal('rate_missing'),
    currency: z.string(),
    table: z.string(),
    /** The day of the rates: `day` of the target, or the day of `asOf`. */
    day: plainDate.exactOptional(),
  }),
] as const;
export type MoneyAnswer = z.infer<(typeof moneyAnswers)[number]>;
