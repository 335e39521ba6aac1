import * as z from 'zod';
import { roundingModes } from '../../../contract/values/rounding.ts';
import { decimalString } from '../../../contract/values/shapes.ts';
import { unitNames } from './table.ts';

export const unitName = z.enum(unitNames);

export const quantity = z.strictObject({ amount: decimalString, unit: unitName });
export type Quantity = z.infer<typeof quantity>;

export const unitTarget = z.strictObject({
  kind: z.literal('unit'),
  unit: unitName,
  /** The digits of the answer after the point. */
  scale: z.int().min(0).max(18),
  rounding: z.enum(roundingModes),
});
export type UnitTarget = z.infer<typeof unitTarget>;

const dimensioned = z.strictObject({ unit: z.string(), dimension: z.string() });
export const unitAnswers = [
  z.strictObject({
    status: z.literal('measured'),
    value: z.strictObject({ amount: decimalString, unit: z.string() }),
    dimension: z.string(),
    /** True if the result is exact, so that rounding changed nothing. */
    exact: z.boolean(),
    rounding: z.strictObject({ mode: z.enum(roundingModes), scale: z.int().min(0).max(18) }),
  }),
  z.strictObject({ status: z.literal('unit_incompatible'), from: dimensioned, to: dimensioned }),
] as const;
export type UnitAnswer = z.infer<(typeof unitAnswers)[number]>;
