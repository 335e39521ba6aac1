import { HeadObjectCommand, PutObjectCommand, S3ServiceException, type S3Client } from '@aws-sdk/client-s3';
import { contentAreas, type ContentEraser } from '../../contract/rows/content.ts';
import { Failure } from '../../contract/failures.ts';
import { erasedText } from '../tables/aside.ts';

/**
 * Replaces objects of the content store by tombstones. The bucket keeps the previous version for 30 days.
 * @param bucket returns the bucket's name; it is called when it is needed
 */
export const s3Eraser = (client: S3Client, bucket: () => string): ContentEraser => ({
  async erase(area, name) {
    const object = { Bucket: bucket(), Key: `${area}/${name}` };
    try {
      await client.send(new HeadObjectCommand(object));
      await client.send(
        new PutObjectCommand({ ...object, Body: erasedText, ContentType: contentAreas[area].mediaType }),
      );
      return true;
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false;
      const what = error instanceof Error ? error.name : 'unknown';
      throw new Failure('dependency.unavailable', `the content could not be erased: ${what}`);
    }
  },
});
