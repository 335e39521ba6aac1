import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { tellsAttempts } from './attempts.ts';

/**
 * 3 attempts of at most 1 s to connect and 4 s to answer, with under 1 s between them: a service that is silent is given
 * up after 16 s, inside a call's 24 s. Region, credentials and AWS_ENDPOINT_URL are the SDK's to read.
 */
export const clientLimits = {
  maxAttempts: 3,
  retryMode: 'standard',
  // The SDK only warns of a request timeout unless told to throw.
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
} as const;

/** Where another account than that of the environment stands: a local cloud. */
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

/** A client for each region, made when it is first needed. */
export function dynamoClients(): (region: string) => DynamoDBClient {
  const made = new Map<string, DynamoDBClient>();
  return (region) => {
    const client = made.get(region) ?? dynamo({ region });
    made.set(region, client);
    return client;
  };
}

/**
 * Twice 10 s for 20 MB. Path style, on AWS too: the local cloud has no host name for a bucket, and one form is tested for
 * both. Checksums only where they are asked for: a presigned upload would else bind one of no bytes.
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
