import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { ContentArea } from '../../contract/rows/content.ts';
import { exportPrefixes } from '../../contract/rows/exports.ts';
import { acknowledge } from '../acknowledge.ts';

export interface ContentProps {
  readonly key: IKey;
  /** The local cloud: destroyable, and without TLS, which it does not speak. */
  readonly local: boolean;
}

/** A name of the content store is 64 hex digits: a grant fits names of that length, and no others. */
const anyName = '?'.repeat(64);

/**
 * The content store: one bucket under the customer key, an area a prefix. Nothing in it is ever overwritten by intent; its
 * versions undo what is. Uploads are told to the bus of the account, so that no stack has to know who listens.
 */
export class Content extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string, { key, local }: ContentProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      // One request to the key for many objects: without it each read costs one more call.
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      ...(local ? {} : { enforceSSL: true, minimumTLSVersion: 1.2 }),
      versioned: true,
      lifecycleRules: [
        // An upload sent twice leaves the same bytes under the same name.
        { noncurrentVersionExpiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(1) },
        // What a query answered is read once, within its call.
        {
          prefix: `${exportPrefixes.answers}/`,
          expiration: Duration.days(1),
          noncurrentVersionExpiration: Duration.days(1),
        },
      ],
      removalPolicy: local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    // Where CDK's own property would add a function that may change any bucket's notifications.
    (this.bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
      eventBridgeConfiguration: { eventBridgeEnabled: true },
    };
    if (local) {
      acknowledge(
        this.bucket,
        'AwsSolutions-S10',
        'Local cloud only: it speaks plain HTTP on the loopback; every other deployment refuses what is not TLS.',
      );
    }
    acknowledge(
      this.bucket,
      'AwsSolutions-S1',
      'Who sent, read and used a source stands in the audit log, by principal; access logs would name the functions’ roles alone, and CloudTrail data events tell that where it is wanted.',
    );
  }

  /** Every name of an area. */
  arn(area: ContentArea): string {
    return this.bucket.arnForObjects(`${area}/${anyName}`);
  }
}
