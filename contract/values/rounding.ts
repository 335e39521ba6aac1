/**
 * The names of the rounding modes. No mode is the default. Every mode rounds the magnitude, so -x is rounded like x.
 */
export const roundingModes = ['down', 'half-up', 'half-even', 'up'] as const;
export type RoundingMode = (typeof roundingModes)[number];
