import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { currency, artefactNamed } from './parts.ts';

/** A decimal string: positive, plain notation. */
const rate = z
  .string()
  .regex(
    /^(?!0(?:\.0+)?$)(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/,
    'Use a positive decimal in quotes, such as "51.25": at most 12 digits before and 12 after the point',
  );
/** Currency to its rate. */
const ratesOfDay = z.record(currency, rate);

/** One year of business days and a few more. A longer history needs several tables. */
const maxHistoryDays = 400;

/** Exchange rates. The base currency always has the rate 1. */
export const rateTable = z
  .strictObject({
    ...artefactNamed('rates'),
    source: z.string().min(1).max(200),
    /** The date of `rates`. */
    asOf: z.iso.date(),
    base: currency,
    /** Units of `base` for one unit of the currency, or the reverse. @default 'base-per-unit' */
    quotes: z.enum(['base-per-unit', 'units-per-base']).exactOptional(),
    rates: ratesOfDay,
    /** Rates of other days, by date. */
    history: z.record(z.iso.date(), ratesOfDay).exactOptional(),
    /** The published file that the table was imported from. */
    provenance: z
      .strictObject({
        file: z.string().min(1).max(200),
        sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Use the SHA-256 of the file: 64 digits of 0-9 and a-f'),
      })
      .exactOptional(),
  })
  .superRefine(({ asOf, base, rates, history = {} }, context) => {
    const tell = (path: string[], message: string): void => context.addIssue({ code: 'custom', path, message });
    const days = [
      { path: ['rates'], rates },
      ...Object.entries(history).map(([day, rates]) => ({ path: ['history', day], rates })),
    ];
    for (const { path, rates } of days) {
      const own = rates[base];
      if (own !== undefined && !/^1(?:\.0+)?$/.test(own)) {
        tell([...path, base], `is the rate of the base ${base} and must be 1. Write "1", or remove it`);
      }
    }
    if (Object.hasOwn(history, asOf)) {
      tell(['history', asOf], 'is the day of asOf. Put its rates under rates, and remove it here');
    }
    if (days.length > maxHistoryDays + 1) {
      tell(['history'], `has ${days.length - 1} days, more than ${maxHistoryDays}. Split the table`);
    }
  });
export type RateTable = Immutable<z.infer<typeof rateTable>>;
