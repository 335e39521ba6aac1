import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { Arn, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { environment } from '../../contract/platform/environment.ts';
import type { Access } from '../grants/access.ts';
import type { Grant } from '../grants/store-grants.ts';

/** The uploaded file with the release of the deploy. Its name in the bucket of the CDK is the hash of its content. */
export class PackageAsset {
  readonly #asset: Asset;
  readonly #moveHead: 'always' | undefined;

  constructor(scope: Construct, file: string, moveHead: 'always' | undefined) {
    this.#asset = new Asset(scope, 'Release', { path: file });
    this.#moveHead = moveHead;
  }

  /** The ARN of this file only. */
  get arn(): string {
    const { s3BucketName, s3ObjectKey } = this.#asset;
    return Arn.format(
      { service: 's3', region: '', account: '', resource: s3BucketName, resourceName: s3ObjectKey },
      Stack.of(this.#asset),
    );
  }

  /** Grants reading this file, and nothing else in its bucket. */
  grant({ releasePackage }: Pick<Access, 'releasePackage'>): Grant {
    if (!releasePackage) return { statements: [], environment: {} };
    const { s3BucketName, s3ObjectKey } = this.#asset;
    return {
      statements: [new PolicyStatement({ actions: ['s3:GetObject'], resources: [this.arn] })],
      environment: {
        [environment.packageBucket]: s3BucketName,
        [environment.packageKey]: s3ObjectKey,
        ...(this.#moveHead === undefined ? {} : { [environment.moveHead]: this.#moveHead }),
      },
    };
  }
}
