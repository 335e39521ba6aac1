import * as z from 'zod';
import { artefactId, artefactVersion } from '../../contract/artefacts/artefact-name.ts';
import { weekdays, type Calendar, type RateTable } from '../../contract/artefacts/artefacts.ts';
import { minorUnits } from './money/iso-4217.ts';

const currency = z.string().refine((code) => minorUnits(code) !== undefined, {
  error: 'is no currency of ISO 4217 with minor units',
});

/** A rate: positive, plain notation. */
const rate = z.string().regex(/^(?!0(?:\.0+)?$)(?:0|[1-9]\d{0,11})(?:\.\d{1,12})?$/, 'is no positive decimal');
const ratesOfDay = z.record(currency, rate);

/** A year of business days and some; a longer history is several tables. */
const maxHistoryDays = 400;

/** A rate table's file: every code exists, every rate is positive, the base is worth one of itself on every day. */
export const rateTable: z.ZodType<RateTable> = z
  .strictObject({
    id: artefactId('rates'),
    version: artefactVersion,
    source: z.string().min(1).max(200),
    asOf: z.iso.date(),
    base: currency,
    quotes: z.enum(['base-per-unit', 'units-per-base']).exactOptional(),
    rates: ratesOfDay,
    history: z.record(z.iso.date(), ratesOfDay).exactOptional(),
    provenance: z
      .strictObject({ file: z.string().min(1).max(200), sha256: z.string().regex(/^[0-9a-f]{64}$/) })
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
      if (own !== undefined && !/^1(?:\.0+)?$/.test(own)) tell([...path, base], 'the base is worth 1 of itself');
    }
    if (Object.hasOwn(history, asOf)) tell(['history', asOf], 'is the day of asOf, whose rates stand in rates');
    if (days.length > maxHistoryDays + 1) tell(['history'], `has over ${maxHistoryDays} days`);
  });

const maxCalendarYears = 20;
const dayNames = z.record(z.iso.date(), z.string().min(1).max(100));

/** A calendar's file: its days lie in its range, none is both a holiday and a half-day, and some day is a business day. */
export const calendar: z.ZodType<Calendar> = z
  .strictObject({
    id: artefactId('calendar'),
    version: artefactVersion,
    title: z.string().min(1).max(200),
    source: z.string().min(1).max(500),
    validFrom: z.iso.date(),
    validTo: z.iso.date(),
    weekend: z.array(z.enum(weekdays)).max(weekdays.length - 1),
    holidays: dayNames,
    halfDays: dayNames,
  })
  .superRefine(({ validFrom, validTo, holidays, halfDays }, context) => {
    const tell = (path: string[], message: string): void => context.addIssue({ code: 'custom', path, message });
    if (validFrom > validTo) tell(['validTo'], 'is before validFrom');
    if (Number(validTo.slice(0, 4)) - Number(validFrom.slice(0, 4)) > maxCalendarYears) {
      tell(['validTo'], `is over ${maxCalendarYears} years after validFrom`);
    }
    for (const [member, days] of Object.entries({ holidays, halfDays })) {
      for (const day of Object.keys(days)) {
        if (day < validFrom || day > validTo) tell([member, day], 'is outside validFrom to validTo');
      }
    }
    for (const day of Object.keys(halfDays)) {
      if (Object.hasOwn(holidays, day)) tell(['halfDays', day], 'is a holiday already');
    }
  });
