const iso = /^P(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/;

/** ISO 8601, days to seconds (`PT24H`, `P7D`), in seconds; undefined for what is none. Months have no fixed length. */
export function isoSeconds(text: string): number | undefined {
  const [whole, days, hours, minutes, seconds] = iso.exec(text) ?? [];
  if (whole === undefined || whole.endsWith('P') || whole.endsWith('T')) return undefined;
  return Number(days ?? 0) * 86_400 + Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}

/** `200ms`, `1.5s` (the form of the spec, 9.5), in milliseconds; undefined for what is none. */
export function shortMillis(text: string): number | undefined {
  const [, amount, unit] = /^(\d{1,6}(?:\.\d{1,3})?)(ms|s)$/.exec(text) ?? [];
  if (amount === undefined) return undefined;
  return Math.round(Number(amount) * (unit === 's' ? 1000 : 1));
}
