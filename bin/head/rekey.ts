import { randomBytes } from 'node:crypto';
import type { HeadWriter } from '../../adapters/tables/head.ts';
import { MissingEnvironment } from '../missing-environment.ts';
import { standing } from './move-name.ts';

const maxTries = 8;

/**
 * Replaces the tenant's telemetry key by a new random key. Nobody can compute the keyed hashes of earlier events any
 * more.
 * @throws MissingEnvironment if nothing is deployed, or if others change the head in every attempt
 */
export async function rekey(head: HeadWriter): Promise<void> {
  for (let attempt = 0; attempt < maxTries; attempt++) {
    const { state, version } = await standing(head);
    const next = { ...state, telemetryKey: randomBytes(32).toString('base64url') };
    if ((await head.write(next, version)) === 'written') return;
  }
  throw new MissingEnvironment(
    `the head was changed by others during each of ${maxTries} attempts, so the key was not replaced. Run the command again`,
  );
}
