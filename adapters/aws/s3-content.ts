import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import { contentAreas, type ContentStore } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * The content store on S3. The bucket encrypts by default, so no request names a key.
 * @param bucket called when it is used, because a function without areas has no bucket name
 */
export const s3Content = (client: S3Client, bucket: () => string): ContentStore => ({
  async get(area, name) {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket(), Key: `${area}/${name}` }));
      return await Body?.transformToByteArray();
    } catch (error) {
      // Nobody may list the bucket, and then S3 answers 403 for a missing object.
      if (error instanceof NoSuchKey || statusOf(error) === 403) return undefined;
      throw unavailable('read', error);
    }
  },

  async put(area, name, bytes) {
    const command = new PutObjectCommand({
      Bucket: bucket(),
      Key: `${area}/${name}`,
      Body: bytes,
      ContentType: contentAreas[area].mediaType,
      IfNoneMatch: '*',
    });
    try {
      await client.send(command);
    } catch (error) {
      // 412: it exists, perhaps from an earlier attempt. 409: another request is putting the same bytes.
      if (statusOf(error) === 412 || statusOf(error) === 409) return;
      throw unavailable('written', error);
    }
  },
});

const statusOf = (error: unknown): number | undefined =>
  error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

/** Without a cause, because S3 quotes keys and tokens in its errors. */
const unavailable = (verb: string, error: unknown): Failure =>
  new Failure(
    'dependency.unavailable',
    `the content could not be ${verb}: ${error instanceof Error ? error.name : 'unknown'}`,
  );
