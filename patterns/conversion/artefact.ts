import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefact-name.ts';
import type { RateTable } from '../../contract/artefacts.ts';
import { minorUnits } from './iso-4217.ts';

const currency = z.string().refine((code) => minorUnits(code) !== undefined, {
  error: 'is no currency of ISO 4217 with minor units',
});

/** A rate: positive, plain notation. */
const rate = z.string().regex(/^(?!0(?:\.0+)?$)(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/, 'is no positive decimal');

/** A rate table's file: every code exists, every rate is positive, the base is worth one of itself. */
export const rateTable: z.ZodType<RateTable> = z
  .strictObject({
    id: artefactId('rates'),
    version: artefactVersion,
    source: z.string().min(1).max(200),
    asOf: z.iso.date(),
    base: currency,
    rates: z.record(currency, rate),
  })
  .superRefine(({ base, rates }, context) => {
    const own = rates[base];
    if (own !== undefined && !/^1(?:\.0+)?$/.test(own)) {
      context.addIssue({ code: 'custom', path: ['rates', base], message: 'the base is worth 1 of itself' });
    }
  });
