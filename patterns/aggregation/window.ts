import { Temporal } from 'temporal-polyfill';
import { Failure } from '../../contract/failures.ts';
import type { Check } from './check.ts';
import type { Member } from './members.ts';
import type { Place } from './order.ts';
import type { Window } from './schema.ts';

/** A window of time in UTC. Without `from`, it is a moment. */
export interface ResolvedWindow {
  readonly from?: string;
  readonly to: string;
  /** The length in milliseconds; 0 for a moment. */
  readonly millis: number;
  /** Returns the checks that an object must pass to be in the window. `moment` finds a member of the object's type. */
  checks(moment: (pointer: string, argument: string) => Member): readonly Check[];
}

/**
 * Resolves a window at the time of the call.
 * @throws Failure `arguments.invalid` if a moment, zone or duration does not exist, or if the window does not end after
 * it begins
 */
export function resolved(window: Window, atMillis: number): ResolvedWindow {
  if (window.kind === 'current') {
    return { to: new Date(atMillis).toISOString(), millis: 0, checks: () => [] };
  }
  const { zone } = window;
  const now = zoned(atMillis, zone);
  if (window.kind === 'asOf') {
    const on = momentAt('/window/on', window.on, zone);
    return {
      to: on.toInstant().toString(),
      millis: 0,
      checks: (member) => [
        { ...begun(member(window.since, '/window/since'), on), is: '<=' },
        ...(window.until === undefined
          ? []
          : [{ ...begun(member(window.until, '/window/until'), on), is: '>', orLacks: true } as const]),
      ],
    };
  }
  const [from, to] = edgesOf(window, now);
  const millis = to.epochMilliseconds - from.epochMilliseconds;
  if (millis === 0) throw invalid('/window', 'must not be empty, but it begins and ends at the same instant');
  if (millis < 0) throw invalid('/window', 'must end after it begins');
  return {
    from: from.toInstant().toString(),
    to: to.toInstant().toString(),
    millis,
    checks: (member) => {
      const at = member(window.at, '/window/at');
      return [
        { ...reached(at, from), is: '>=' },
        { ...reached(at, to), is: '<' },
      ];
    },
  };
}

function edgesOf(
  window: Extract<Window, { kind: 'absolute' | 'rolling' }>,
  now: Temporal.ZonedDateTime,
): readonly [Temporal.ZonedDateTime, Temporal.ZonedDateTime] {
  const { zone } = window;
  if (window.kind === 'absolute') {
    return [momentAt('/window/from', window.from, zone), momentAt('/window/to', window.to, zone)];
  }
  return [
    said('/window/last', 'must be a duration such as P30D that can be subtracted from now', () =>
      now.subtract(window.last),
    ),
    now,
  ];
}

const zoned = (atMillis: number, zone: string): Temporal.ZonedDateTime =>
  said('/window/zone', 'must be a name of the IANA time zone database, such as Europe/Istanbul', () =>
    Temporal.Instant.fromEpochMilliseconds(atMillis).toZonedDateTimeISO(zone),
  );

const momentAt = (pointer: string, text: string, zone: string): Temporal.ZonedDateTime =>
  said(pointer, 'must be a date or an instant that exists, such as 2026-11-27', () => momentOf(text, zone));

/**
 * Cuts off digits finer than a millisecond. The members of objects, with which the moment is compared, are cut in the
 * same way.
 */
const momentOf = (text: string, zone: string): Temporal.ZonedDateTime =>
  text.includes('T')
    ? Temporal.Instant.from(text).round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).toZonedDateTimeISO(zone)
    : Temporal.PlainDate.from(text).toZonedDateTime(zone);

interface Edge {
  readonly member: Member;
  readonly place: Place;
}

/**
 * Returns the first date or instant that is not before this moment, in the notation of the member. A date counts as the
 * moment at which its day begins in the zone of `moment`.
 */
function reached(member: Member, moment: Temporal.ZonedDateTime): Edge {
  if (member.kind !== 'date') return { member, place: moment.epochMilliseconds };
  const day = moment.toPlainDate();
  const first = Temporal.ZonedDateTime.compare(moment.startOfDay(), moment) < 0 ? day.add({ days: 1 }) : day;
  return { member, place: first.toString() };
}

/** Returns the last date or instant that is not after this moment, in the notation of the member. */
const begun = (member: Member, moment: Temporal.ZonedDateTime): Edge => ({
  member,
  place: member.kind === 'date' ? moment.toPlainDate().toString() : moment.epochMilliseconds,
});

/**
 * Returns the milliseconds of a duration in days, hours, minutes and seconds, which have a fixed length.
 * @throws Failure `arguments.invalid`
 */
export const lengthOf = (duration: string, argument: string): number => {
  const millis = said(argument, 'must be a duration of days, hours, minutes and seconds only', () =>
    Temporal.Duration.from(duration).total('milliseconds'),
  );
  if (millis <= 0) throw invalid(argument, 'must be longer than zero');
  return millis;
};

function said<T>(pointer: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw invalid(pointer, what);
    throw error;
  }
}

const invalid = (pointer: string, what: string): Failure =>
  new Failure('arguments.invalid', `${pointer}: ${what}`, { pointer });
