import * as z from 'zod';
import type { Immutable } from '../values/immutable.ts';
import { artefactNamed, title } from './parts.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

const maxYears = 20;
/** Maps a date to the name of the day, such as the name of a holiday. */
const dayNames = z.record(z.iso.date(), z.string().min(1).max(100));

/**
 * The business days of a period: weekend, holidays and half days from `validFrom` to `validTo`, both included. The
 * calendar says nothing about other days.
 */
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
    /** Days on which people work only in the morning. */
    halfDays: dayNames,
  })
  .superRefine(({ validFrom, validTo, holidays, halfDays }, context) => {
    const tell = (path: string[], message: string): void => context.addIssue({ code: 'custom', path, message });
    if (validFrom > validTo) tell(['validTo'], `is before validFrom (${validFrom}). Use a later date`);
    if (Number(validTo.slice(0, 4)) - Number(validFrom.slice(0, 4)) > maxYears) {
      tell(
        ['validTo'],
        `is more than ${maxYears} years after validFrom (${validFrom}). Split the calendar into several`,
      );
    }
    for (const [member, days] of Object.entries({ holidays, halfDays })) {
      for (const day of Object.keys(days)) {
        if (day >= validFrom && day <= validTo) continue;
        tell(
          [member, day],
          `is outside the range ${validFrom} to ${validTo}. Change validFrom or validTo, or remove the day`,
        );
      }
    }
    for (const day of Object.keys(halfDays)) {
      if (Object.hasOwn(holidays, day))
        tell(['halfDays', day], 'is also in holidays. Remove it from halfDays or from holidays');
    }
  });
export type Calendar = Immutable<z.infer<typeof calendar>>;
