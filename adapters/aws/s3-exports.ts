import { PutObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import type { ExportWriter } from '../../contract/rows/exports.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Puts parts of exported snapshots into S3, in the same bucket as the content store.
 * @param bucket returns the bucket's name; it is called when it is needed
 */
export const s3Exports = (client: S3Client, bucket: () => string): ExportWriter => ({
  async putPart(Key, Body) {
    const ContentType = 'application/vnd.apache.parquet';
    try {
      await client.send(new PutObjectCommand({ Bucket: bucket(), Key, Body, ContentType, IfNoneMatch: '*' }));
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      // The part exists already. Its name is the hash of its bytes, so the bytes are equal.
      if (status === 412 || status === 409) return;
      const name = error instanceof Error ? error.name : 'unknown';
      throw new Failure('dependency.unavailable', `the part of the exported snapshot could not be written: ${name}`);
    }
  },
});
