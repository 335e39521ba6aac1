import { Temporal } from 'temporal-polyfill';
import { Failure } from '../../contract/failures.ts';
import type { Member } from './members.ts';
import { placeIn } from './order.ts';
import type { Test } from './conditions.ts';
import type { Window } from './schema.ts';

/** A window in time, UTC; `from` is not there where it is a moment. */
export interface Resolved {
  readonly from?: string;
  readonly to: string;
  /** 0 of a moment. */
  readonly millis: number;
  /** Whether an object is in it; `member` finds a member of the object's type. */
  test(moment: (pointer: string, argument: string) => Member): Test;
}

/**
 * A window against the call's time.
 * @throws Failure `arguments.invalid` for a moment, zone or duration that is none, or an end before the start
 */
export function resolved(window: Window, atMillis: number): Resolved {
  if (window.kind === 'current') {
    return { to: new Date(atMillis).toISOString(), millis: 0, test: () => () => true };
  }
  const { zone } = window;
  if (window.kind === 'asOf') {
    const on = said('/window/on', () => momentOf(window.on, zone));
    return {
      to: on.toInstant().toString(),
      millis: 0,
      test: (member) => {
        const since = begun(member(window.since, '/window/since'), on);
        const until = window.until === undefined ? undefined : begun(member(window.until, '/window/until'), on);
        return (object) => since(object) === true && until?.(object) !== true;
      },
    };
  }
  const [from, to] = edgesOf(window, atMillis);
  const millis = to.epochMilliseconds - from.epochMilliseconds;
  if (millis <= 0) throw invalid('/window', 'the window ends before it begins');
  return {
    from: from.toInstant().toString(),
    to: to.toInstant().toString(),
    millis,
    test: (member) => {
      const at = member(window.at, '/window/at');
      const [after, before] = [notBefore(at, from), notBefore(at, to)];
      return (object) => after(object) === true && before(object) === false;
    },
  };
}

function edgesOf(
  window: Extract<Window, { kind: 'absolute' | 'rolling' }>,
  atMillis: number,
): readonly [Temporal.ZonedDateTime, Temporal.ZonedDateTime] {
  const { zone } = window;
  if (window.kind === 'absolute') {
    return [
      said('/window/from', () => momentOf(window.from, zone)),
      said('/window/to', () => momentOf(window.to, zone)),
    ];
  }
  const to = said('/window/zone', () => Temporal.Instant.fromEpochMilliseconds(atMillis).toZonedDateTimeISO(zone));
  return [said('/window/last', () => to.subtract(window.last)), to];
}

/** Cut to the millisecond, like what is compared with it. */
const momentOf = (text: string, zone: string): Temporal.ZonedDateTime =>
  text.includes('T')
    ? Temporal.Instant.from(text).round({ smallestUnit: 'millisecond', roundingMode: 'floor' }).toZonedDateTimeISO(zone)
    : Temporal.PlainDate.from(text).toZonedDateTime(zone);

type Told = (object: Parameters<Test>[0]) => boolean | undefined;

/** Whether a member's moment is this one or later. A day begins in the zone of the moment. */
function notBefore(member: Member, moment: Temporal.ZonedDateTime): Told {
  const day = moment.toPlainDate();
  const first = Temporal.ZonedDateTime.compare(moment.startOfDay(), moment) < 0 ? day.add({ days: 1 }) : day;
  return placed(member, (place) => place >= (member.kind === 'date' ? first.toString() : moment.epochMilliseconds));
}

/** Whether a member's moment has come by then. */
function begun(member: Member, moment: Temporal.ZonedDateTime): Told {
  const edge = member.kind === 'date' ? moment.toPlainDate().toString() : moment.epochMilliseconds;
  return placed(member, (place) => place <= edge);
}

const placed =
  (member: Member, holds: (place: string | number) => boolean): Told =>
  (object) => {
    const place = placeIn(member, object);
    return typeof place === 'string' || typeof place === 'number' ? holds(place) : undefined;
  };

/** Milliseconds of days, hours, minutes and seconds: units whose length does not vary. @throws Failure `arguments.invalid` */
export const lengthOf = (duration: string, argument: string): number => {
  const millis = said(argument, () => Temporal.Duration.from(duration).total('milliseconds'));
  if (millis <= 0) throw invalid(argument, 'is no length of time');
  return millis;
};

function said<T>(pointer: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw invalid(pointer, 'is none that there is');
    throw error;
  }
}

const invalid = (pointer: string, what: string): Failure =>
  new Failure('arguments.invalid', `${pointer}: ${what}`, { pointer });
