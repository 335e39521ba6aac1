import { CelScalar, celFunc, type CelFunc } from '@bufbuild/cel';
import { RuleFault } from './rule-fault.ts';

const { BOOL, INT, STRING } = CelScalar;
const dayMillis = 86_400_000;

/**
 * Returns the days from 1970-01-01 to an ISO 8601 calendar date. Undefined for a date that does not exist, such as
 * 2026-02-30.
 */
function dayOf(date: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date)) return undefined;
  const millis = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(millis) || dateOf(millis / dayMillis) !== date ? undefined : millis / dayMillis;
}

const dateOf = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10);

function day(date: string): number {
  const found = dayOf(date);
  if (found === undefined) throw new RuleFault('invalid_date');
  return found;
}

function shifted(date: string, days: bigint): string {
  const sum = day(date) + Number(days);
  if (sum < day('0000-01-01') || sum > day('9999-12-31')) throw new RuleFault('out_of_range');
  return dateOf(sum);
}

/** Functions on calendar dates as strings. They use no clock and no zone, so a rule cannot know today's date. */
export const dateFunctions: readonly CelFunc[] = [
  celFunc('date.valid', [STRING], BOOL, (a) => dayOf(a) !== undefined),
  celFunc('date.before', [STRING, STRING], BOOL, (a, b) => day(a) < day(b)),
  celFunc('date.notAfter', [STRING, STRING], BOOL, (a, b) => day(a) <= day(b)),
  celFunc('date.days', [STRING, STRING], INT, (from, to) => BigInt(day(to) - day(from))),
  celFunc('date.addDays', [STRING, INT], STRING, shifted),
];
