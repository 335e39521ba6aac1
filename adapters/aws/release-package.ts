import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ReleasePackage } from '../../contract/artefacts/release-package.ts';
import { Failure } from '../../contract/failures.ts';

/**
 * Reads the file in which the CDK has uploaded the release of a deploy. The compiler of the same deploy wrote the file,
 * and its name is the hash of its content.
 * @throws Failure `dependency.unavailable`
 */
export async function readPackage(
  client: S3Client,
  { bucket, key }: { readonly bucket: string; readonly key: string },
): Promise<ReleasePackage> {
  const text = await client
    .send(new GetObjectCommand({ Bucket: bucket, Key: key }))
    .then(({ Body }) => Body?.transformToString())
    .catch((error: unknown) => {
      const name = error instanceof Error ? error.name : 'unknown';
      throw new Failure('dependency.unavailable', `the release of the deploy could not be read: ${name}`);
    });
  if (text === undefined)
    throw new Failure('dependency.unavailable', 'the file with the release of the deploy is empty');
  return JSON.parse(text) as ReleasePackage;
}
