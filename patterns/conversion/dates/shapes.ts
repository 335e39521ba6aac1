import * as z from 'zod';
import { instant, plainDate, zone } from '../../../contract/values/date-shapes.ts';
import { artefactRef } from '../../../contract/values/shapes.ts';

export { instant, plainDate, zone };

/** An ISO 8601 duration with an optional sign: `P1M`, `-P2W`, `PT36H`. */
export const duration = z.string().regex(/^-?P[0-9YMWDTHS.]{2,48}$/);

/**
 * The treatment of a day that the resulting month does not have, such as the 31st. `reject` answers `no_such_date`;
 * `constrain` takes the last day of the month.
 */
const overflow = z.enum(['reject', 'constrain']);
/** The choice of an instant if a clock change skips or repeats the local time. */
const disambiguation = z.enum(['reject', 'earlier', 'later']);
/** How a day with a free afternoon is counted: as a business day, as half a business day, or not at all. */
const halfDays = z.enum(['full', 'half', 'none']);
const business = { calendar: artefactRef, halfDays };

/**
 * The targets of date arithmetic. The value is a date. For the three targets that begin with `instant`, it is an
 * instant.
 */
export const dateTargets = [
  z.strictObject({ kind: z.literal('date-add'), duration, overflow }),
  z.strictObject({
    kind: z.literal('date-difference'),
    until: plainDate,
    largestUnit: z.enum(['year', 'month', 'week', 'day']),
  }),
  z.strictObject({ kind: z.literal('instant-add'), duration, zone, overflow, disambiguation }),
  z.strictObject({
    kind: z.literal('instant-difference'),
    until: instant,
    zone,
    largestUnit: z.enum(['year', 'month', 'week', 'day', 'hour', 'minute', 'second']),
  }),
  z.strictObject({ kind: z.literal('instant-date'), zone }),
  z.strictObject({
    kind: z.literal('business-days-add'),
    days: z.int().min(1).max(1000),
    direction: z.enum(['forward', 'backward']),
    ...business,
  }),
  z.strictObject({ kind: z.literal('business-days-between'), until: plainDate, ...business }),
  z.strictObject({
    kind: z.literal('business-day-roll'),
    convention: z.enum(['following', 'preceding', 'modified-following']),
    calendar: artefactRef,
    halfDays: z.enum(['full', 'none']),
  }),
] as const;
export type DateTarget = z.infer<(typeof dateTargets)[number]>;

/** The days that the calendar names and that were skipped or counted as half. Weekends are not listed. */
const noted = z.array(z.strictObject({ date: plainDate, name: z.string(), counted: z.enum(['0', '0.5', '1']) }));
const calendarName = z.string();
/** A number of business days, in steps of one half. */
const dayCount = z.string().regex(/^-?[0-9]{1,5}(?:\.5)?$/);

export const dateAnswers = [
  z.strictObject({ status: z.literal('dated'), date: plainDate }),
  z.strictObject({ status: z.literal('instant'), at: instant, zone: z.string() }),
  z.strictObject({ status: z.literal('elapsed'), duration: z.string() }),
  z.strictObject({ status: z.literal('due'), date: plainDate, calendar: calendarName, noted }),
  z.strictObject({ status: z.literal('counted'), days: dayCount, calendar: calendarName, noted }),
  z.strictObject({ status: z.literal('no_such_date') }),
  z.strictObject({
    status: z.literal('calendar_out_of_range'),
    date: plainDate,
    calendar: calendarName,
    validFrom: plainDate,
    validTo: plainDate,
  }),
] as const;
export type DateAnswer = z.infer<(typeof dateAnswers)[number]>;
