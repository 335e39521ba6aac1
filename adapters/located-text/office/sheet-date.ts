import type { NumberFormat } from './number-format.ts';

const daySeconds = 86_400;
/** 1899-12-30, the day from which a sheet counts. In this count, 1904-01-01 is day 1462. */
const epochMillis = Date.UTC(1899, 11, 30);
const days1904 = 1462;
/** The number of 9999-12-31, the last day of a sheet. */
const lastDay = 2_958_465;

const two = (number: number): string => String(number).padStart(2, '0');

/** Writes a time of day from its seconds. The seconds are left out if they are zero. */
function timeText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${two(hours)}:${two(minutes)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/**
 * Writes a number of a sheet as its format shows it: an ISO 8601 date with or without time, a time of day, or a
 * duration. It is rounded to seconds, because a fraction of a day is not exact. Undefined if the number is not a date
 * or time.
 */
export function sheetDate(number: number, kind: NumberFormat['kind'], is1904: boolean): string | undefined {
  const total = Math.round(number * daySeconds);
  if (!(total >= 0) || number > lastDay) return undefined;
  if (kind === 'duration') return timeText(total);
  const day = Math.floor(total / daySeconds);
  const seconds = total % daySeconds;
  if (kind === 'time' || day === 0) return day === 0 || seconds > 0 ? timeText(seconds) : undefined;
  const counted = is1904 ? day + days1904 : day;
  // Day 60 is 29 February 1900, which no calendar has but sheets count. The days before it are therefore off by one.
  if (counted === 60) return undefined;
  const date = new Date(epochMillis + (counted < 60 ? counted + 1 : counted) * daySeconds * 1000).toISOString();
  return seconds === 0
    ? date.slice(0, 10)
    : `${date.slice(0, 10)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
