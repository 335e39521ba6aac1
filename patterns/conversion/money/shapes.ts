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
  /** Of the last step, to the minor units of the currency. */
  rounding: mode,
  /** Of the amount in the base currency. Without it that step is exact: nothing is rounded that nobody declared. */
  baseRounding: z.strictObject({ mode, scale }).exactOptional(),
  /** The day whose rates are wanted. Without it those that the table is as of. */
  day: plainDate.exactOptional(),
});
export type CurrencyTarget = z.infer<typeof currencyTarget>;

/** One step through the base currency: exact, or rounded as it says. */
const step = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** As the table has it: units of the base for one of the other, or of the other for one of the base. */
  rate: z.string(),
  by: z.enum(['multiplied', 'divided']),
  rounding: z.enum(['exact', ...roundingModes]),
  /** Of a rounded step before the last: its digits after the point, and what came of it. */
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
    /** The day whose rate was asked for: `day` of the target, else what the table is as of. */
    day: plainDate.exactOptional(),
  }),
] as const;
export type MoneyAnswer = z.infer<(typeof moneyAnswers)[number]>;
