import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { ContentArea } from '../../contract/rows/content.ts';
import type { Hash } from '../../contract/values/canonical.ts';

export interface Download {
  readonly area: ContentArea;
  /** The name under which the bytes are stored. */
  readonly name: Hash;
  /** The media type with which the bytes are answered. */
  readonly mediaType: string;
}

export type Downloads = (download: Download, expiresInSeconds: number) => Promise<string>;

/**
 * Presigns a download. A browser saves the bytes and does not show them, because a source may be a page with scripts.
 * Signing makes no request. Anybody who has the URL may use it until it expires.
 */
export const s3Downloads =
  (client: S3Client, bucket: () => string): Downloads =>
  ({ area, name, mediaType }, expiresIn) => {
    const command = new GetObjectCommand({
      Bucket: bucket(),
      Key: `${area}/${name}`,
      ResponseContentType: mediaType,
      ResponseContentDisposition: 'attachment',
    });
    return getSignedUrl(client, command, { expiresIn });
  };
