import { Big } from 'big.js';
import { roundingModes, type RoundingMode } from './rounding.ts';

export type Decimal = Big;

const form = /^-?(?:0|[1-9][0-9]{0,99})(?:\.[0-9]{1,100})?$/;
const made = new Map<string, Big.BigConstructor>();

/**
 * Returns a big.js constructor whose division rounds once, to `scale` decimal places. It is strict: it refuses a
 * JavaScript number.
 */
function decimals(scale: number, mode: RoundingMode): Big.BigConstructor {
  const key = `${scale} ${mode}`;
  const known = made.get(key);
  if (known) return known;
  const Decimals = Big();
  Decimals.strict = true;
  Decimals.DP = scale;
  // The index in `roundingModes` is the number that big.js uses: down 0, half-up 1, half-even 2, up 3.
  Decimals.RM = roundingModes.indexOf(mode);
  made.set(key, Decimals);
  return Decimals;
}

/**
 * Parses a decimal in plain notation, with at most 100 digits on each side of the point. Undefined if the text is not
 * such a decimal.
 */
export const decimalOf = (text: string): Decimal | undefined =>
  form.test(text) ? new (decimals(0, 'down'))(text) : undefined;

/** Returns the exact quotient, rounded once. The divisor must not be zero. */
export const quotient = (
  a: Decimal,
  b: Decimal,
  { scale, mode }: { readonly scale: number; readonly mode: RoundingMode },
): Decimal => new (decimals(scale, mode))(a).div(b);

export const rounded = (value: Decimal, scale: number, mode: RoundingMode): Decimal =>
  new (decimals(scale, mode))(value).round(scale);

/** Writes a decimal in plain notation, with `scale` decimal places if `scale` is given. Zero has no sign. */
export const decimalText = (value: Decimal, scale?: number): string => value.toFixed(scale);
