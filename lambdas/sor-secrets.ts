import * as z from 'zod';
import { secretsClient } from '../adapters/aws/client.ts';
import { secretFetcher } from '../adapters/aws/fetch-secret.ts';
import { secretReader, type SecretReader } from '../adapters/sor/secrets.ts';
import { environment, requireEnv } from '../contract/platform/environment.ts';

/** A rotated credential is seen within this time, or at once after the system of record answers 401. */
const maxAgeMillis = 5 * 60_000;

const secretIds = z.record(z.string(), z.string().min(1));

export interface SorSecrets {
  readonly secrets: SecretReader;
  /** The id of the one secret of a system of record that this function may read. */
  readonly secretIdOf: (sor: string) => string | undefined;
}

export function sorSecrets(): SorSecrets {
  const ids = secretIds.parse(JSON.parse(requireEnv(environment.secrets)));
  return {
    secrets: secretReader({ fetchSecret: secretFetcher(secretsClient()), maxAgeMillis }),
    secretIdOf: (sor) => (Object.hasOwn(ids, sor) ? ids[sor] : undefined),
  };
}
