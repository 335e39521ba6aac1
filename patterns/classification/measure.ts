import type { Dimension } from '../../contract/artefacts/classification-schema.ts';
import { decimalOf, decimalText, type Decimal } from '../../contract/values/decimal.ts';
import { durationSeconds } from '../../contract/values/duration.ts';

/** Converts the values of a numeric kind to decimals and back. */
export interface Measure {
  /**
   * Returns a value as an exact number. Undefined if it is not a value of the kind. NaN, exponents, and dates of a
   * calendar other than ISO 8601 are not values.
   */
  of(value: unknown): Decimal | undefined;
  /** Writes a number in the notation of the kind. Undefined if the kind does not have this value. */
  text(number: Decimal): string | undefined;
  /** True if each value of the kind has a next value, as the integer 10 has 11. */
  readonly discrete: boolean;
}

const dayMillis = 86_400_000;
const lastDay = Date.parse('9999-12-31T00:00:00Z') / dayMillis;
const firstDay = Date.parse('0000-01-01T00:00:00Z') / dayMillis;

const dateOf = (day: number): string => new Date(day * dayMillis).toISOString().slice(0, 10);

/**
 * Returns the days from 1970-01-01 to an ISO 8601 calendar date. Undefined for a date that does not exist, such as
 * 2026-02-30.
 */
function dayOf(date: string): number | undefined {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(date)) return undefined;
  const millis = Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(millis) || dateOf(millis / dayMillis) !== date ? undefined : millis / dayMillis;
}

const whole = (number: number | undefined): Decimal | undefined =>
  number === undefined || !Number.isSafeInteger(number) ? undefined : decimalOf(String(number));

const decimal: Measure = {
  of: (value) => (typeof value === 'string' ? decimalOf(value) : undefined),
  text: (number) => decimalText(number),
  discrete: false,
};

const measures = {
  money: decimal,
  decimal,
  integer: {
    of: (value) => (typeof value === 'number' ? whole(value) : undefined),
    text: (number) => (Number.isSafeInteger(Number(decimalText(number))) ? decimalText(number) : undefined),
    discrete: true,
  },
  date: {
    of: (value) => (typeof value === 'string' ? whole(dayOf(value)) : undefined),
    text: (number) => {
      const day = Number(decimalText(number));
      return day < firstDay || day > lastDay ? undefined : dateOf(day);
    },
    discrete: true,
  },
  duration: {
    of: (value) => (typeof value === 'string' ? whole(durationSeconds(value)) : undefined),
    text: (number) => (number.lt('0') ? undefined : `PT${decimalText(number)}S`),
    discrete: true,
  },
} as const satisfies Record<string, Measure>;

/** Returns the measure of a dimension. Undefined if the dimension lists its values. */
export const measureOf = ({ kind }: Pick<Dimension, 'kind'>): Measure | undefined =>
  kind === 'category' || kind === 'boolean' ? undefined : measures[kind];

/**
 * Reads an edge of a schema, a text in the notation of the kind. An integer is written in digits. Undefined if the edge
 * is malformed.
 */
export const edgeOf = ({ kind }: Pick<Dimension, 'kind'>, text: string): Decimal | undefined =>
  kind === 'integer'
    ? /^-?(?:0|[1-9][0-9]{0,15})$/.test(text)
      ? measures.integer.of(Number(text))
      : undefined
    : measureOf({ kind })?.of(text);
