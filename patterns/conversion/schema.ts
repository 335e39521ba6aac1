import * as z from 'zod';
import { roundingModes } from '../../contract/rounding.ts';
import { artefactRef, currencyCode, money } from '../../contract/shapes.ts';

export const request = z.strictObject({
  /** Money for a currency, any JSON for a hash. */
  value: z.unknown(),
  target: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('currency'),
      currency: currencyCode,
      /** A rate table; the run pins its version. */
      rates: artefactRef,
      rounding: z.enum(roundingModes),
    }),
    z.strictObject({ kind: z.literal('hash'), algorithm: z.literal('sha256') }),
  ]),
});
export type Request = z.infer<typeof request>;

/** One step through the base currency: exact, or rounded as it says. */
const step = z.strictObject({
  from: z.string(),
  to: z.string(),
  /** Units of the base for one of the other, as the table has it. */
  rate: z.string(),
  by: z.enum(['multiplied', 'divided']),
  rounding: z.enum(['exact', ...roundingModes]),
});
export type Step = z.infer<typeof step>;

export const response = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('converted'),
    value: money,
    rates: z.strictObject({ table: z.string(), source: z.string(), asOf: z.string(), base: z.string() }),
    steps: z.array(step),
    rounding: z.strictObject({ mode: z.enum(roundingModes), minorUnits: z.int().min(0).max(4) }),
  }),
  z.strictObject({ status: z.literal('rate_missing'), currency: z.string(), table: z.string() }),
  z.strictObject({ status: z.literal('hashed'), algorithm: z.literal('sha256'), hash: z.string() }),
]);
export type Response = z.infer<typeof response>;

export const settings = z.strictObject({});
