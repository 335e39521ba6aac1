import { GetSecretValueCommand, type SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { Failure } from '../../contract/failures.ts';
import type { FetchSecret } from '../sor/secrets.ts';

/**
 * Reads the text of a secret from Secrets Manager, for the cache of `adapters/sor/secrets.ts`.
 * @throws Failure `dependency.unavailable`, without a cause, because the text of the cause might contain a secret
 */
export const secretFetcher =
  (client: SecretsManagerClient): FetchSecret =>
  async (id) => {
    const command = new GetSecretValueCommand({ SecretId: id });
    const { SecretString } = await client.send(command).catch((error: unknown) => {
      const name = error instanceof Error ? error.name : 'unknown';
      throw new Failure('dependency.unavailable', `the secret could not be read: ${name}`);
    });
    if (!SecretString)
      throw new Failure('dependency.unavailable', 'the secret holds no text. Store it as a text value');
    return SecretString;
  };
