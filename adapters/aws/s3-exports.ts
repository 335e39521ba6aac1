import { PutObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import type { ExportWriter } from '../../contract/rows/exports.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Puts parts of exported snapshots into S3, beside the areas of the content store.
 * @param bucket called when it is used
 */
export const s3Exports = (client: S3Client, bucket: () => string): ExportWriter => ({
  async putPart(Key, Body) {
    const ContentType = 'application/vnd.apache.parquet';
    try {
      await client.send(new PutObjectCommand({ Bucket: bucket(), Key, Body, ContentType, IfNoneMatch: '*' }));
    } catch (error) {
      const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
      // It exists already. Its name is the hash of its bytes.
      if (status === 412 || status === 409) return;
      const name = error instanceof Error ? error.name : 'unknown';
      throw new Failure('dependency.unavailable', `the part could not be written: ${name}`);
    }
  },
});
