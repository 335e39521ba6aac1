import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { artefactNamed, title } from './parts.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const maxYears = 20;
/** Date to the name of the day. */
const dayNames = z.record(z.iso.date(), z.string().min(1).max(100));

/** Business days by decree, for the days from `validFrom` to `validTo` and no others. Both ends are in the range. */
export const calendar = z
  .strictObject({
    ...artefactNamed('calendar'),
    title,
    /** The law or notice that declares the days. */
    source: z.string().min(1).max(500),
    validFrom: z.iso.date(),
    validTo: z.iso.date(),
    weekend: z.array(z.enum(weekdays)).max(weekdays.length - 1),
    holidays: dayNames,
    /** Days whose afternoon is free. */
    halfDays: dayNames,
  })
  .superRefine(({ validFrom, validTo, holidays, halfDays }, context) => {
    const tell = (path: string[], message: string): void => context.addIssue({ code: 'custom', path, message });
    if (validFrom > validTo) tell(['validTo'], `is before validFrom (${validFrom}). Use a later date`);
    if (Number(validTo.slice(0, 4)) - Number(validFrom.slice(0, 4)) > maxYears) {
      tell(['validTo'], `is over ${maxYears} years after validFrom (${validFrom}). Split the calendar`);
    }
    for (const [member, days] of Object.entries({ holidays, halfDays })) {
      for (const day of Object.keys(days)) {
        if (day >= validFrom && day <= validTo) continue;
        tell([member, day], `is outside the range ${validFrom} to ${validTo}. Widen the range, or remove the day`);
      }
    }
    for (const day of Object.keys(halfDays)) {
      if (Object.hasOwn(holidays, day)) tell(['halfDays', day], 'is also a holiday. Remove one of the two');
    }
  });
export type Calendar = Immutable<z.infer<typeof calendar>>;
