import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Hash } from '../../contract/values/canonical.ts';

/** What is to be uploaded: these very bytes. */
export interface Announced {
  readonly sha256: Hash;
  readonly sizeBytes: number;
  readonly mediaType: string;
}

export interface Upload {
  /** To be sent with `PUT`, these headers and the bytes. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Uploads = (announced: Announced, expiresInSeconds: number) => Promise<Upload>;

/**
 * A presigned request that takes these bytes alone: S3 holds what comes against the signed length and checksum. Signing
 * asks nobody; who holds the URL may use it until it expires.
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
    // What is hoisted into the query is not asked of the sender: these must come as headers.
    const url = await getSignedUrl(client, command, { expiresIn, unhoistableHeaders: names, signableHeaders: names });
    return { url, headers };
  };
