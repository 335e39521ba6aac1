import type { Temporal } from 'temporal-polyfill';
import type { Product } from '../../../contract/pattern.ts';
import { refused } from '../refused.ts';
import { dateAt, durationOf, instantAt } from './parse.ts';
import { instant, plainDate, type DateAnswer, type DateTarget } from './shapes.ts';

type Answer = Product<DateAnswer, never>;
type Target<K extends DateTarget['kind']> = Extract<DateTarget, { kind: K }>;

/**
 * Adds years, months, weeks and days to a date, in this order. A duration with hours is refused, because a date has no
 * time.
 * @throws Failure `arguments.invalid`
 */
export function dateAdd(value: unknown, { duration, overflow }: Target<'date-add'>): Answer {
  const [date, by] = [dateAt(value, '/value'), durationOf(duration)];
  if (hasTime(by)) throw refused('/target/duration', 'must be a duration of years, months, weeks and days only');
  return existing(() => dated(date.add(by, { overflow })));
}

export function dateDifference(value: unknown, { until, largestUnit }: Target<'date-difference'>): Answer {
  const elapsed = dateAt(value, '/value').until(dateAt(until, '/target/until'), { largestUnit });
  return { result: { status: 'elapsed', duration: elapsed.toString() } };
}

/**
 * Adds the calendar units on the zone's clock, and then hours, minutes and seconds as elapsed time. Temporal's own
 * addition is not used, because it resolves a skipped or repeated local time without an error.
 * @throws Failure `arguments.invalid`
 */
export function instantAdd(value: unknown, target: Target<'instant-add'>): Answer {
  const { zone, overflow, disambiguation } = target;
  const [from, by] = [instantAt(value, '/value', zone), durationOf(target.duration)];
  const { years, months, weeks, days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds } = by;
  const calendar = { years, months, weeks, days };
  const elapsed = { hours, minutes, seconds, milliseconds, microseconds, nanoseconds };
  return existing(() => {
    const local = from.toPlainDateTime().add(calendar, { overflow });
    // Without calendar units the instant is kept. Converting to local time and back could change it within a repeated
    // hour.
    const moved = by.years || by.months || by.weeks || by.days ? local.toZonedDateTime(zone, { disambiguation }) : from;
    return zoned(moved.add(elapsed), zone);
  });
}

export function instantDifference(value: unknown, target: Target<'instant-difference'>): Answer {
  const { zone, until, largestUnit } = target;
  const elapsed = instantAt(value, '/value', zone).until(instantAt(until, '/target/until', zone), { largestUnit });
  return { result: { status: 'elapsed', duration: elapsed.toString() } };
}

/** Returns the date in the zone at an instant. */
export const instantDate = (value: unknown, { zone }: Target<'instant-date'>): Answer =>
  existing(() => dated(instantAt(value, '/value', zone).toPlainDate()));

const hasTime = (by: Temporal.Duration): boolean =>
  [by.hours, by.minutes, by.seconds, by.milliseconds, by.microseconds, by.nanoseconds].some((part) => part !== 0);

function dated(date: Temporal.PlainDate): Answer | undefined {
  const text = date.toString();
  return plainDate.safeParse(text).success ? { result: { status: 'dated', date: text } } : undefined;
}

function zoned(at: Temporal.ZonedDateTime, zone: string): Answer | undefined {
  const text = at.toString({ timeZoneName: 'never' });
  return instant.safeParse(text).success ? { result: { status: 'instant', at: text, zone } } : undefined;
}

/**
 * Returns a result, or `no_such_date` if Temporal rejects it or its year is outside 0000 to 9999. It never takes the
 * nearest date instead.
 */
function existing(make: () => Answer | undefined): Answer {
  const none: Answer = {
    result: { status: 'no_such_date' },
    exceptions: [
      {
        kind: 'conversion.no_such_date',
        detail: 'the result is not a date from the year 0000 to 9999, or is not a valid time in the zone',
      },
    ],
  };
  try {
    return make() ?? none;
  } catch (error) {
    if (error instanceof RangeError) return none;
    throw error;
  }
}
