import * as z from 'zod';
import { roundingModes } from '../../../contract/values/rounding.ts';
import { artefactRef, currencyCode, decimalString, money } from '../../../contract/values/shapes.ts';
import { plainDate } from '../dates/shapes.ts';

const mode = z.enum(roundingModes);
const scale = z.int().min(0).max(12);

export const currencyTarget = z.strictObject({
  kind: z.literal('currency'),
  currency: currencyCode,
  /** The rate table. The run pins its version. */
  rates: artefactRef,
  /** The rounding mode of the last step, which rounds to the minor units of the currency. */
  rounding: mode,
  /** The rounding of the amount in the base currency. If this member is absent, the amount stays exact. */
  baseRounding: z.strictObject({ mode, scale }).exactOptional(),
  /** The day of the rates. If this member is absent, the table's day `asOf` is used. */
  day: plainDate.exactOptional(),
});
export type CurrencyTarget = z.infer<typeof currencyTarget>;

/** One step of a conversion through the base currency, exact or rounded as `rounding` says. */
const step = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** The rate as the table gives it: units of the base currency for one unit of the other currency, or the reverse. */
  rate: z.string(),
  by: z.enum(['multiplied', 'divided']),
  rounding: z.enum(['exact', ...roundingModes]),
  /** The digits after the point and the rounded amount. Present only in a rounded step that is not the last step. */
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
    /** The day of the rates: `day` of the target, or the table's `asOf`. */
    day: plainDate.exactOptional(),
  }),
] as const;
export type MoneyAnswer = z.infer<(typeof moneyAnswers)[number]>;
