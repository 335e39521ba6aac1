import type { Temporal } from 'temporal-polyfill';
import { weekdays, type Calendar } from '../../../contract/artefacts/calendar.ts';
import type { Product } from '../../../contract/pattern.ts';
import { dateAt } from './parse.ts';
import type { DateAnswer, DateTarget } from './shapes.ts';

type Answer = Product<DateAnswer, never>;
type Target<K extends DateTarget['kind']> = Extract<DateTarget, { kind: K }>;
type HalfDays = Target<'business-days-add'>['halfDays'];
type Noted = Extract<DateAnswer, { status: 'due' }>['noted'];

/**
 * Returns the date that is the given number of business days before or after a date. The starting day is not counted.
 */
export const businessDaysAdd = (value: unknown, target: Target<'business-days-add'>, calendar: Calendar): Answer =>
  within(calendar, target.halfDays, (walk) => {
    const step = target.direction === 'forward' ? 1 : -1;
    let date = walk.start(dateAt(value, '/value'));
    for (let halves = 0; halves < 2 * target.days;) {
      date = date.add({ days: step });
      halves += walk.halvesOf(date);
    }
    return { status: 'due', date: date.toString(), calendar: walk.name, noted: walk.noted };
  });

/**
 * Counts the business days after `value`, up to and including `until`. The result is negative if `until` is earlier.
 */
export const businessDaysBetween = (
  value: unknown,
  target: Target<'business-days-between'>,
  calendar: Calendar,
): Answer =>
  within(calendar, target.halfDays, (walk) => {
    let date = walk.start(dateAt(value, '/value'));
    const until = walk.start(dateAt(target.until, '/target/until'));
    const step = until.since(date, { largestUnit: 'day' }).sign;
    let halves = 0;
    while (!date.equals(until)) {
      date = date.add({ days: step });
      halves += walk.halvesOf(date);
    }
    const days = `${halves > 0 && step < 0 ? '-' : ''}${Math.floor(halves / 2)}${halves % 2 === 1 ? '.5' : ''}`;
    return { status: 'counted', days, calendar: walk.name, noted: walk.noted };
  });

/**
 * Moves a date that is not a business day to a business day, by the chosen convention. Any other date stays the same.
 * `modified-following` never moves into another month.
 */
export const businessDayRoll = (value: unknown, target: Target<'business-day-roll'>, calendar: Calendar): Answer =>
  within(calendar, target.halfDays, (walk) => {
    const start = walk.start(dateAt(value, '/value'));
    const roll = (days: number): Temporal.PlainDate => {
      let date = start;
      while (walk.halvesOf(date) === 0) date = date.add({ days });
      return date;
    };
    const preceding = target.convention === 'preceding';
    let date = roll(preceding ? -1 : 1);
    if (target.convention === 'modified-following' && date.month !== start.month) date = roll(-1);
    return { status: 'due', date: date.toString(), calendar: walk.name, noted: walk.noted };
  });

/** Thrown for a date outside the validity of the calendar, for which no holidays are known. */
class OutOfRange extends Error {
  override readonly name = 'OutOfRange';
  readonly date: string;

  constructor(date: string) {
    super('the date is outside the range of the calendar');
    this.date = date;
  }
}

class Walk {
  readonly name: string;
  readonly #noted = new Map<string, Noted[number]>();
  readonly #calendar: Calendar;
  readonly #halfDays: HalfDays;

  constructor(calendar: Calendar, halfDays: HalfDays) {
    this.#calendar = calendar;
    this.#halfDays = halfDays;
    this.name = `${calendar.id}@${calendar.version}`;
  }

  /** The holidays and half days that were met, sorted by date. */
  get noted(): Noted {
    return [...this.#noted.values()].sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  /** Checks that the calendar covers a date, and returns the date. @throws OutOfRange */
  start(date: Temporal.PlainDate): Temporal.PlainDate {
    const { validFrom, validTo } = this.#calendar;
    const text = date.toString();
    if (text < validFrom || text > validTo) throw new OutOfRange(text);
    return date;
  }

  /** Returns how many half business days a date has: 0, 1 or 2. */
  halvesOf(date: Temporal.PlainDate): 0 | 1 | 2 {
    const text = this.start(date).toString();
    const { weekend, holidays, halfDays } = this.#calendar;
    if (weekend.some((day) => weekdays.indexOf(day) + 1 === date.dayOfWeek)) return 0;
    const holiday = own(holidays, text);
    if (holiday !== undefined) return this.#note(text, holiday, 0);
    const half = own(halfDays, text);
    return half === undefined ? 2 : this.#note(text, half, { none: 0, half: 1, full: 2 } as const);
  }

  #note(date: string, name: string, halves: 0 | Readonly<Record<HalfDays, 0 | 1 | 2>>): 0 | 1 | 2 {
    const counted = halves === 0 ? 0 : halves[this.#halfDays];
    this.#noted.set(date, { date, name, counted: (['0', '0.5', '1'] as const)[counted] });
    return counted;
  }
}

/** Looks up only own members, not inherited ones such as `constructor`, because dates come from outside. */
const own = (table: Readonly<Record<string, string>>, date: string): string | undefined =>
  Object.hasOwn(table, date) ? table[date] : undefined;

function within(calendar: Calendar, halfDays: HalfDays, count: (walk: Walk) => DateAnswer): Answer {
  const walk = new Walk(calendar, halfDays);
  try {
    return { result: count(walk) };
  } catch (error) {
    if (!(error instanceof OutOfRange)) throw error;
    const { validFrom, validTo } = calendar;
    return {
      result: { status: 'calendar_out_of_range', date: error.date, calendar: walk.name, validFrom, validTo },
      exceptions: [
        {
          kind: 'conversion.calendar_out_of_range',
          detail: `${walk.name} covers the days from ${validFrom} to ${validTo}`,
        },
      ],
    };
  }
}
