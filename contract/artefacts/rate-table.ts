import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { currency, artefactNamed } from './parts.ts';

/** An exchange rate: a positive decimal string without an exponent. */
const rate = z
  .string()
  .regex(
    /^(?!0(?:\.0+)?$)(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/,
    'Use a positive decimal in quotes, such as "51.25": at most 12 digits before and 12 after the point',
  );
/** Maps a currency to its rate. */
const ratesOfDay = z.record(currency, rate);

/**
 * The most dates in `history`. This is enough for every day of one year. A longer history must be split into several
 * tables.
 */
const maxHistoryDays = 400;

/** Exchange rates against a base currency, whose own rate is always 1. */
export const rateTable = z
  .strictObject({
    ...artefactNamed('rates'),
    source: z.string().min(1).max(200),
    /** The date for which `rates` holds. */
    asOf: z.iso.date(),
    base: currency,
    /**
     * `base-per-unit`: a rate is the price of one unit of the currency in `base`. `units-per-base`: a rate is the price
     * of one unit of `base` in the currency.
     * @default 'base-per-unit'
     */
    quotes: z.enum(['base-per-unit', 'units-per-base']).exactOptional(),
    rates: ratesOfDay,
    /** Maps each further date to the rates of this date. */
    history: z.record(z.iso.date(), ratesOfDay).exactOptional(),
    /** The published file from which the table was imported. */
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
        tell([...path, base], `is the rate of the base currency ${base}, which must be 1. Write "1", or remove it`);
      }
    }
    if (Object.hasOwn(history, asOf)) {
      tell(
        ['history', asOf],
        'is the same day as asOf. Write the rates of this day under the member rates, and remove the day from history',
      );
    }
    if (days.length > maxHistoryDays + 1) {
      tell(
        ['history'],
        `has ${days.length - 1} days, but at most ${maxHistoryDays} are allowed. Split the table into several`,
      );
    }
  });
export type RateTable = Immutable<z.infer<typeof rateTable>>;
