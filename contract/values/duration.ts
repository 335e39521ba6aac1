const iso = /^P(?=\d|T\d)(?:(\d{1,5})D)?(?:T(?=\d)(?:(\d{1,6})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/;

/**
 * Returns the seconds of an ISO 8601 duration `PnDTnHnMnS` with whole numbers and no sign. Undefined for any other
 * text. Months and years are refused because their length varies.
 */
export function durationSeconds(text: string): number | undefined {
  const match = iso.exec(text);
  if (!match) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

/**
 * Returns the milliseconds of a text such as `200ms` or `1.5s`, the notation of service levels in a registry record
 * (docs/spec.md, 9.5).
 */
export function shortMillis(text: string): number | undefined {
  const [, number, unit] = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? [];
  if (number === undefined) return undefined;
  // Rounding is needed because 1.001 * 1000 is not exactly 1001 in double arithmetic.
  const millis = unit === 's' ? Math.round(Number(number) * 1000) : Number(number);
  return Number.isInteger(millis) ? millis : undefined;
}
