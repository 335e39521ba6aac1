import type { NumberFormat } from './number-format.ts';

const daySeconds = 86_400;
/** 1899-12-30, from which a sheet counts its days; 1904-01-01 is its day 1462. */
const epochMillis = Date.UTC(1899, 11, 30);
const days1904 = 1462;
/** 9999-12-31. */
const lastDay = 2_958_465;

const two = (number: number): string => String(number).padStart(2, '0');

/** Seconds of a day as people write a time; seconds where there are any. */
function timeText(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${two(hours)}:${two(minutes)}${rest === 0 ? '' : `:${two(rest)}`}`;
}

/**
 * A number of a sheet as its format shows it: a date in ISO 8601, with its time where it has one, a time of a day, or a length
 * of time. To the second, which a fraction of a day is only near. Undefined of a number that is none.
 */
export function sheetDate(number: number, kind: NumberFormat['kind'], is1904: boolean): string | undefined {
  const total = Math.round(number * daySeconds);
  if (!(total >= 0) || number > lastDay) return undefined;
  if (kind === 'duration') return timeText(total);
  const day = Math.floor(total / daySeconds);
  const seconds = total % daySeconds;
  if (kind === 'time' || day === 0) return day === 0 || seconds > 0 ? timeText(seconds) : undefined;
  const counted = is1904 ? day + days1904 : day;
  // Day 60 is 29 February 1900, which no calendar has; those before it are one off.
  if (counted === 60) return undefined;
  const date = new Date(epochMillis + (counted < 60 ? counted + 1 : counted) * daySeconds * 1000).toISOString();
  return seconds === 0
    ? date.slice(0, 10)
    : `${date.slice(0, 10)}T${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
}
