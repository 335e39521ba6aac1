/** Returns a decimal as a whole number, and the number of its digits after the point. */
const parts = (text: string): { whole: bigint; digits: bigint } => {
  const [integer = '', fraction = ''] = text.split('.');
  return { whole: BigInt(integer + fraction), digits: BigInt(fraction.length) };
};

/** Computes amount * from / to with whole numbers only, and rounds the result once to `units` digits. */
export function converted(
  amount: string,
  { from, to }: { readonly from: string; readonly to: string },
  { units, mode }: { readonly units: number; readonly mode: string },
): string {
  const [a, b, c] = [parts(amount), parts(from), parts(to)];
  const numerator = a.whole * b.whole * 10n ** (c.digits + BigInt(units));
  const denominator = c.whole * 10n ** (a.digits + b.digits);
  const magnitude = numerator < 0n ? -numerator : numerator;
  const [down, rest] = [magnitude / denominator, magnitude % denominator];
  const half = rest * 2n - denominator;
  const up = {
    down: false,
    up: rest > 0n,
    'half-up': half >= 0n,
    'half-even': half > 0n || (half === 0n && down % 2n === 1n),
  }[mode];
  const rounded = down + (up ? 1n : 0n);
  const text = rounded.toString().padStart(units + 1, '0');
  const sign = numerator < 0n && rounded > 0n ? '-' : '';
  return sign + (units === 0 ? text : `${text.slice(0, -units)}.${text.slice(-units)}`);
}
