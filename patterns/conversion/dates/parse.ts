import { Temporal } from 'temporal-polyfill';
import { refused } from '../refused.ts';
import { instant, plainDate } from './shapes.ts';

/** Reads a calendar date. @throws Failure `arguments.invalid` if it is malformed or does not exist */
export function dateAt(value: unknown, pointer: string): Temporal.PlainDate {
  const text = plainDate.safeParse(value);
  if (!text.success) throw refused(pointer, 'must be a date such as 2026-11-27');
  return read(pointer, 'must be a date that exists', () => Temporal.PlainDate.from(text.data, { overflow: 'reject' }));
}

/**
 * Reads an instant and converts it to the zone.
 * @throws Failure `arguments.invalid` if the instant is malformed or the zone is unknown
 */
export function instantAt(value: unknown, pointer: string, zone: string): Temporal.ZonedDateTime {
  const text = instant.safeParse(value);
  if (!text.success) throw refused(pointer, 'must be an instant with its offset, such as 2026-11-27T09:00:00+03:00');
  const at = read(pointer, 'must be an instant that exists', () => Temporal.Instant.from(text.data));
  return read('/target/zone', 'must be a name of the IANA time zone database, such as Europe/Istanbul', () =>
    at.toZonedDateTimeISO(zone),
  );
}

export const durationOf = (text: string): Temporal.Duration =>
  read('/target/duration', 'must be a duration such as P1M', () => Temporal.Duration.from(text));

function read<T>(pointer: string, what: string, parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw refused(pointer, what, error);
  }
}
