import * as z from 'zod';
import { secretsClient } from '../adapters/aws/client.ts';
import { secretFetcher } from '../adapters/aws/fetch-secret.ts';
import { secretReader, type SecretReader } from '../adapters/sor/secrets.ts';
import { environment, requireEnv } from '../contract/platform/environment.ts';

/** How long a secret is cached. A rotated secret is read again after this time, or at once if the SoR answers 401. */
const maxAgeMillis = 5 * 60_000;

const secretIds = z.record(z.string(), z.string().min(1));

export interface SorSecrets {
  readonly secrets: SecretReader;
  /**
   * Returns the id of the only secret of an SoR that this function may read. Undefined if the function may read no
   * secret of this SoR.
   */
  readonly secretIdOf: (sor: string) => string | undefined;
}

export function sorSecrets(): SorSecrets {
  const ids = secretIds.parse(JSON.parse(requireEnv(environment.secrets)));
  return {
    secrets: secretReader({ fetchSecret: secretFetcher(secretsClient()), maxAgeMillis }),
    secretIdOf: (sor) => (Object.hasOwn(ids, sor) ? ids[sor] : undefined),
  };
}
