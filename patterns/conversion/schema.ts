import * as z from 'zod';
import { dateAnswers, dateTargets } from './dates/shapes.ts';
import { hashAnswer, hashTarget } from './hash-value.ts';
import { currencyTarget, moneyAnswers } from './money/shapes.ts';
import { tableAnswer, tableTarget } from './tables/shapes.ts';
import { unitAnswers, unitTarget } from './units/shapes.ts';

export const request = z.strictObject({
  /**
   * The value to convert, as the target's kind requires: money, a quantity, a date, an instant, rows, or any JSON for a
   * hash.
   */
  value: z.unknown(),
  target: z.discriminatedUnion('kind', [currencyTarget, unitTarget, ...dateTargets, hashTarget, tableTarget]),
});
export type Request = z.infer<typeof request>;

export const response = z.discriminatedUnion('status', [
  ...moneyAnswers,
  ...unitAnswers,
  ...dateAnswers,
  hashAnswer,
  tableAnswer,
]);
export type Response = z.infer<typeof response>;

const businessDays = (answer: Response['status']): readonly Response['status'][] => [answer, 'calendar_out_of_range'];

/**
 * The possible answers to each kind of target. The result schema of a tool's signature must allow the answers to its
 * requests.
 */
export const answers: Readonly<Record<Request['target']['kind'], readonly Response['status'][]>> = {
  currency: ['converted', 'rate_missing'],
  unit: ['measured', 'unit_incompatible'],
  'date-add': ['dated', 'no_such_date'],
  'date-difference': ['elapsed'],
  'instant-add': ['instant', 'no_such_date'],
  'instant-difference': ['elapsed'],
  'instant-date': ['dated', 'no_such_date'],
  'business-days-add': businessDays('due'),
  'business-days-between': businessDays('counted'),
  'business-day-roll': businessDays('due'),
  hash: ['hashed'],
  table: ['tabulated'],
};

export const settings = z.strictObject({});
