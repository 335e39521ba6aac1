/**
 * Rounding modes by name. None is a default. Ties and directions go by magnitude, so they are the same for -x as for x.
 */
export const roundingModes = ['down', 'half-up', 'half-even', 'up'] as const;
export type RoundingMode = (typeof roundingModes)[number];
