const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** Returns seconds in the largest unit that fits, such as `3 h`. A negative number is a time that has passed. */
export function spanText(seconds: number): string {
  const size = Math.abs(seconds);
  const [unit, each] = units.find(([, least]) => size >= least) ?? ['s', 1];
  return `${seconds < 0 ? '-' : ''}${Math.floor(size / each)} ${unit}`;
}
