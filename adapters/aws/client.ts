import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { tellsAttempts } from './attempts.ts';

/**
 * 3 attempts of at most 1 s to connect and 4 s to answer, with under 1 s between them: a service that is silent is given
 * up after 16 s, inside a call's 24 s. Region, credentials and AWS_ENDPOINT_URL are the SDK's to read.
 */
const limits = {
  maxAttempts: 3,
  retryMode: 'standard',
  // The SDK only warns of a request timeout unless told to throw.
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
} as const;

export function dynamoClient(): DynamoDBClient {
  const client = new DynamoDBClient(limits);
  client.middlewareStack.use(tellsAttempts);
  return client;
}

export const secretsClient = (): SecretsManagerClient => new SecretsManagerClient(limits);

export const statesClient = (): SFNClient => new SFNClient(limits);
