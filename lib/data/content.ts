import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { ContentArea } from '../../contract/rows/content.ts';
import { exportPrefixes } from '../../contract/rows/exports.ts';
import { acknowledge } from '../acknowledge.ts';

export interface ContentProps {
  readonly key: IKey;
  /**
   * True in the local cloud: the bucket can be destroyed and does not require TLS, which the local cloud does not
   * support.
   */
  readonly local: boolean;
}

/**
 * Pattern of an object name: 64 characters, because each name is 64 hex digits. A grant with this pattern matches no
 * name of another length.
 */
const anyName = '?'.repeat(64);

/**
 * The content store: one bucket under the customer key, with a prefix for each area. If an object is ever replaced by
 * mistake, its old version can be restored. The bucket reports uploads to the account's event bus, so this stack does
 * not depend on the functions that process them.
 */
export class Content extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { key, local }: ContentProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      // With a bucket key, one call of KMS is enough for many objects. Without a bucket key, each read would need its
      // own call.
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...(local ? {} : { enforceSSL: true, minimumTLSVersion: 1.2 }),
      versioned: true,
      lifecycleRules: [
        // An upload that is sent twice makes a second version with the same bytes, so old versions may expire.
        { noncurrentVersionExpiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // The result of a query is read only once, within the call that made the query. So results may expire.
        {
          prefix: `${exportPrefixes.answers}/`,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      removalPolicy: local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    // The CDK's own property would add a function that may change the notifications of any bucket.
    (this.bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    if (local) {
      acknowledge(
        this.bucket,
        'AwsSolutions-S10',
        'Local cloud only: it uses plain HTTP on a loopback address. Every other deployment requires TLS.',
      );
    }
    acknowledge(
      this.bucket,
      'AwsSolutions-S1',
      'The audit log names the principal that sent, read or used a source. An access log would name only the roles of functions. If somebody needs each request to S3, CloudTrail data events can record it.',
    );
  }

  /** Returns the ARN pattern of all objects in an area. */
  arn(area: ContentArea): string {
    return this.bucket.arnForObjects(`${area}/${anyName}`);
  }
}
