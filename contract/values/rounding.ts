/** Rounding modes by name; none is a default. Ties and directions are by magnitude, so they are the same for -x as for x. */
export const roundingModes = ['down', 'half-up', 'half-even', 'up'] as const;
export type RoundingMode = (typeof roundingModes)[number];
