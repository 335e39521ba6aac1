import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { Hash } from '../../contract/values/canonical.ts';

/** The bytes that a caller has announced and may upload. */
export interface Announced {
  /** The name under which the bytes are stored. */
  readonly name: Hash;
  readonly sha256: Hash;
  readonly sizeBytes: number;
  readonly mediaType: string;
}

export interface Upload {
  /** The address to which the caller sends the bytes, by `PUT` and with these headers. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export type Uploads = (announced: Announced, expiresInSeconds: number) => Promise<Upload>;

/**
 * Presigns an upload of exactly these bytes: S3 checks their length and checksum against the signed headers. Signing
 * makes no request. Anybody who has the URL may use it until it expires.
 */
export const s3Uploads =
  (client: S3Client, bucket: () => string): Uploads =>
  async ({ name, sha256, sizeBytes, mediaType }, expiresIn) => {
    const checksum = Buffer.from(sha256, 'hex').toString('base64');
    const command = new PutObjectCommand({
      Bucket: bucket(),
      Key: `sources/${name}`,
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
    // The presigner moves these headers into the query unless told otherwise. S3 checks them only if the client sends
    // them as headers.
    const url = await getSignedUrl(client, command, { expiresIn, unhoistableHeaders: names, signableHeaders: names });
    return { url, headers };
  };
