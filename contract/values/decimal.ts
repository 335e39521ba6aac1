import { Big } from 'big.js';
import { roundingModes, type RoundingMode } from './rounding.ts';

export type Decimal = Big;

const form = /^-?(?:0|[1-9][0-9]{0,99})(?:\.[0-9]{1,100})?$/;
const made = new Map<string, Big.BigConstructor>();

/** A constructor whose division rounds once, at `scale` digits; strict, so that no double becomes a decimal. */
function decimals(scale: number, mode: RoundingMode): Big.BigConstructor {
  const key = `${scale} ${mode}`;
  const known = made.get(key);
  if (known) return known;
  const Decimals = Big();
  Decimals.strict = true;
  Decimals.DP = scale;
  // big.js numbers the modes as the list has them: down 0, half-up 1, half-even 2, up 3.
  Decimals.RM = roundingModes.indexOf(mode);
  made.set(key, Decimals);
  return Decimals;
}

/** A decimal in plain notation, with at most 100 digits on each side of the point. Undefined if the text is not one. */
export const decimalOf = (text: string): Decimal | undefined =>
  form.test(text) ? new (decimals(0, 'down'))(text) : undefined;

/** The exact quotient, rounded once. The divisor must not be zero. */
export const quotient = (a: Decimal, b: Decimal, scale: number, mode: RoundingMode): Decimal =>
  new (decimals(scale, mode))(a).div(b);

export const rounded = (value: Decimal, scale: number, mode: RoundingMode): Decimal =>
  new (decimals(scale, mode))(value).round(scale);

/** Plain notation, with `scale` digits after the point if it is given. Zero has no sign. */
export const decimalText = (value: Decimal, scale?: number): string => value.toFixed(scale);
