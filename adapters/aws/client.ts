import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { tellsAttempts } from './attempts.ts';

/**
 * 3 attempts of at most 1 s to connect and 4 s to answer, with under 1 s between them. A silent service is given up
 * after 16 s, within a call's 24 s. The SDK reads region, credentials and AWS_ENDPOINT_URL.
 */
export const clientLimits = {
  maxAttempts: 3,
  retryMode: 'standard',
  // Without this option, the SDK only warns of a request timeout.
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
} as const;

/** Another account than that of the environment, such as a local cloud. */
export interface Elsewhere {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

export const dynamoClient = (elsewhere?: Elsewhere): DynamoDBClient => dynamo({ ...elsewhere });

function dynamo(config: Partial<Elsewhere>): DynamoDBClient {
  const client = new DynamoDBClient({ ...clientLimits, ...config });
  client.middlewareStack.use(tellsAttempts);
  return client;
}

/** One client for each region, created when it is first needed. */
export function dynamoClients(): (region: string) => DynamoDBClient {
  const made = new Map<string, DynamoDBClient>();
  return (region) => {
    const client = made.get(region) ?? dynamo({ region });
    made.set(region, client);
    return client;
  };
}

/**
 * Twice 10 s for 20 MB. Path style, on AWS too: the local cloud has no host names for buckets, and one form is tested
 * for both. Checksums only on request: a presigned upload would otherwise be bound to the checksum of no bytes.
 */
export const contentClient = (elsewhere?: Elsewhere): S3Client =>
  new S3Client({
    ...clientLimits,
    ...elsewhere,
    maxAttempts: 2,
    requestHandler: { ...clientLimits.requestHandler, requestTimeout: 10_000 },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });

export const secretsClient = (): SecretsManagerClient => new SecretsManagerClient(clientLimits);

export const statesClient = (): SFNClient => new SFNClient(clientLimits);
