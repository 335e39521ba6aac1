import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import { contentAreas, type ContentArea, type ContentStore, type SourceWriter } from '../../contract/rows/content.ts';
import type { Hash } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Stores the content in S3. The bucket encrypts by default, so no request names a key.
 * @param bucket returns the bucket's name; it is called only when needed, because a function without content areas has
 * none
 */
export const s3Content = (client: S3Client, bucket: () => string): ContentStore & SourceWriter => ({
  async get(area, name) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket(), Key: `${area}/${name}` }));
      return await Body?.transformToByteArray();
    } catch (error) {
      // The function may not list the bucket. S3 then answers 403, not 404, if an object is missing.
      if (error instanceof NoSuchKey || statusOf(error) === 403) return undefined;
      throw unavailable('read', error);
    }
  },

  async put(area, name, bytes) {
    try {
      await client.send(new PutObjectCommand({ ...objectOf(bucket(), { area, name, bytes }), IfNoneMatch: '*' }));
    } catch (error) {
      // 412: the object exists, perhaps from an earlier attempt. 409: another request is writing the same bytes.
      if (statusOf(error) === 412 || statusOf(error) === 409) return;
      throw unavailable('written', error);
    }
  },

  async putAgain(name, bytes) {
    try {
      await client.send(new PutObjectCommand(objectOf(bucket(), { area: 'sources', name, bytes })));
    } catch (error) {
      throw unavailable('written', error);
    }
  },
});

const objectOf = (
  bucket: string,
  { area, name, bytes }: { readonly area: ContentArea; readonly name: Hash; readonly bytes: Uint8Array },
) => ({ Bucket: bucket, Key: `${area}/${name}`, Body: bytes, ContentType: contentAreas[area].mediaType });

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Makes a failure without a cause, because S3 quotes keys and tokens in its errors. */
const unavailable = (verb: string, error: unknown): Failure =>
  new Failure(
    'dependency.unavailable',
    `the content could not be ${verb}: ${error instanceof Error ? error.name : 'unknown'}`,
  );
