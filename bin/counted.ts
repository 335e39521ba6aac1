/** A number with its noun: `1 object`, `2 objects`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
