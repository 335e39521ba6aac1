/** Returns a number with its noun: `1 object`, `2 objects`, `2 entries`. */
export const counted = (count: number, noun: string, plural = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : plural}`;
