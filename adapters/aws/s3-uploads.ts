import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Hash } from '../../contract/values/canonical.ts';

/** The bytes that may be uploaded. */
export interface Announced {
  readonly sha256: Hash;
  readonly sizeBytes: number;
  readonly mediaType: string;
}

export interface Upload {
  /** Send the bytes to it with `PUT` and these headers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Uploads = (announced: Announced, expiresInSeconds: number) => Promise<Upload>;

/**
 * A presigned request for exactly these bytes: S3 checks the signed length and checksum. Signing makes no request.
 * Anybody who has the URL may use it until it expires.
 */
export const s3Uploads =
  (client: S3Client, bucket: () => string): Uploads =>
  async ({ sha256, sizeBytes, mediaType }, expiresIn) => {
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const command = new PutObjectCommand({
      Bucket: bucket(),
      Key: `sources/${sha256}`,
      ContentLength: sizeBytes,
      ContentType: mediaType,
      ChecksumSHA256: checksum,
    });
    const headers = {
      'content-length': String(sizeBytes),
      'content-type': mediaType,
      'x-amz-checksum-sha256': checksum,
    };
    const names = new Set(Object.keys(headers));
    // Parameters in the query are not sent by the client, so these must be headers.
    const url = await getSignedUrl(client, command, { expiresIn, unhoistableHeaders: names, signableHeaders: names });
    return { url, headers };
  };
