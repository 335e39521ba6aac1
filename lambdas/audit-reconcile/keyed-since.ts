import type { HeadState } from '../../contract/system.ts';

/** The functions see a new key within 5 s. A minute allows for clocks that differ. */
const spreadMillis = 60_000;

/**
 * Returns from when on the keyed hashes of an event were made with the present telemetry key; epoch milliseconds. The
 * hashes of earlier events cannot be computed again.
 */
export const keyedSince = ({ telemetryKeySince: since }: Pick<HeadState, 'telemetryKeySince'>): number =>
  since === undefined ? 0 : Date.parse(since) + spreadMillis;
