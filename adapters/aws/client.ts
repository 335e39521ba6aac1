import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { S3Client } from '@aws-sdk/client-s3';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SFNClient } from '@aws-sdk/client-sfn';
import { SNSClient } from '@aws-sdk/client-sns';
import { SQSClient } from '@aws-sdk/client-sqs';
import { STSClient } from '@aws-sdk/client-sts';
import { tellsAttempts } from './attempts.ts';

/**
 * Limits of all clients: 3 attempts, each with at most 1 s to connect and 4 s to answer, and less than 1 s between
 * them. A client gives up on a silent service after 16 s, which is within the 24 s of a call. The SDK reads region,
 * credentials and AWS_ENDPOINT_URL from the environment.
 */
export const clientLimits = {
  maxAttempts: 3,
  retryMode: 'standard',
  // Without `throwOnRequestTimeout`, the SDK logs a warning and keeps waiting.
  requestHandler: { connectionTimeout: 1000, requestTimeout: 4000, throwOnRequestTimeout: true },
} as const;

/** The endpoint and credentials of an account other than the one in the environment, such as a local cloud. */
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

/** Returns a function that gives the client of a region. Each client is created when it is first needed. */
export function dynamoClients(): (region: string) => DynamoDBClient {
  const made = new Map<string, DynamoDBClient>();
  return (region) => {
    const client = made.get(region) ?? dynamo({ region });
    made.set(region, client);
    return client;
  };
}

/**
 * Creates a client for S3 that makes 2 attempts of 10 s, enough for 20 MB. It uses path-style addresses on AWS too: the
 * local cloud has no host names for buckets, and one form is tested for both. The SDK computes checksums only where S3
 * requires them, because otherwise it would sign a presigned upload with the checksum of an empty body.
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

export const identityClient = (elsewhere?: Elsewhere): CognitoIdentityProviderClient =>
  new CognitoIdentityProviderClient({ ...clientLimits, ...elsewhere });

/** STS says whose AWS credentials a command uses. */
export const tokenServiceClient = (elsewhere?: Elsewhere): STSClient =>
  new STSClient({ ...clientLimits, ...elsewhere });

export const secretsClient = (): SecretsManagerClient => new SecretsManagerClient(clientLimits);

export const topicClient = (): SNSClient => new SNSClient(clientLimits);

export const queueClient = (): SQSClient => new SQSClient(clientLimits);

export const busClient = (): EventBridgeClient => new EventBridgeClient(clientLimits);

export const statesClient = (): SFNClient => new SFNClient(clientLimits);
