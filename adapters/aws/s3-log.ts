import {
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3ServiceException,
  type S3Client,
} from '@aws-sdk/client-s3';
import { redrivenSpanOf, type LogObjects, type RedrivenSpan } from '../../audit-log/store.ts';
import type { LogCopy } from '../../audit-log/verify.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Stores the objects of the audit log in their own bucket.
 * @param bucket returns the bucket's name; it is called when it is needed
 */
export const s3Log = (client: S3Client, bucket: () => string): LogObjects & LogCopy & RedrivenIndex => ({
  async get(path) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket(), Key: path }));
      return await Body?.transformToByteArray();
    } catch (error) {
      if (error instanceof NoSuchKey || statusOf(error) === 404) return undefined;
      throw unavailable('read', error);
    }
  },
  async put(path, bytes) {
    try {
      await client.send(putCommand({ Bucket: bucket(), Key: path }, bytes, { IfNoneMatch: '*' }));
    } catch (error) {
      // 412: the object exists already. 409: another sealer is writing the same bytes.
      if (statusOf(error) === 412 || statusOf(error) === 409) return;
      throw unavailable('written', error);
    }
  },
  async replace(path, bytes) {
    try {
      await client.send(putCommand({ Bucket: bucket(), Key: path }, bytes, {}));
    } catch (error) {
      throw unavailable('written', error);
    }
  },
  keptCheckpoints: () => sizesBelow(client, bucket(), 'checkpoints/'),
  keptCosignatures: () => sizesBelow(client, bucket(), 'cosignatures/'),
  async redriven() {
    return (await listed(client, bucket(), 'redriven/')).flatMap((path) => redrivenSpanOf(path) ?? []);
  },
});

/** Says which entries a redrive appended. */
export interface RedrivenIndex {
  redriven(): Promise<readonly RedrivenSpan[]>;
}

/** Returns the sizes in the names of the objects below a prefix, in ascending order. */
async function sizesBelow(client: S3Client, bucket: string, prefix: string): Promise<readonly number[]> {
  const paths = await listed(client, bucket, prefix);
  return paths.map((path) => Number(path.slice(prefix.length))).sort((a, b) => a - b);
}

async function listed(client: S3Client, bucket: string, prefix: string): Promise<readonly string[]> {
  const paths: string[] = [];
  let after: string | undefined;
  do {
    const asked = { Bucket: bucket, Prefix: prefix, ...(after && { ContinuationToken: after }) };
    const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(asked));
    paths.push(...Contents.flatMap(({ Key }) => Key ?? []));
    after = NextContinuationToken;
  } while (after !== undefined);
  return paths;
}

/** Makes a put with a checksum, which S3 requires for a bucket with Object Lock. */
const putCommand = (
  { Bucket, Key }: { readonly Bucket: string; readonly Key: string },
  Body: Uint8Array,
  condition: { readonly IfNoneMatch?: string },
): PutObjectCommand =>
  new PutObjectCommand({
    Bucket,
    Key,
    Body,
    ContentType: 'application/octet-stream',
    ChecksumAlgorithm: 'SHA256',
    ...condition,
  });

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Makes a failure without a cause, because S3 quotes keys and tokens in its errors. */
const unavailable = (verb: string, error: unknown): Failure =>
  new Failure(
    'dependency.unavailable',
    `the audit log could not be ${verb}: ${error instanceof Error ? error.name : 'unknown'}`,
  );
