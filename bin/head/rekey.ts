import { randomBytes } from 'node:crypto';
import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { Actor } from '../../contract/authority/identity.ts';
import { changeHead, type ChangedHead } from './change-head.ts';

/**
 * Replaces the tenant's telemetry key by a new random key. Nobody can compute the keyed hashes of earlier events any
 * more.
 * @throws MissingEnvironment if nothing is deployed, or if others change the head in every attempt
 */
export const rekey = (head: HeadWriter, by: Actor, now: () => number): Promise<ChangedHead> =>
  changeHead(
    head,
    (state) => ({
      ...state,
      telemetryKey: randomBytes(32).toString('base64url'),
      telemetryKeySince: new Date(now()).toISOString(),
    }),
    { by },
  );
