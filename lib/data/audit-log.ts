import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { AnyPrincipal, Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage, type IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectLockRetention } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';
import type { Deployment } from '../deployment.ts';

export interface AuditLogProps {
  /** The key that encrypts the objects. */
  readonly key: IKey;
  readonly deployment: Pick<Deployment, 'tenant' | 'stage' | 'local' | 'auditLock'>;
}

/** The tag of the only role that may sign. Its value is the name of the log. */
export const signerTag = 'logic-plane:signs';

/**
 * The transparency log of one tenant and stage: a bucket and a signing key. In the bucket nothing can be changed or
 * deleted before the end of its retention (S3 Object Lock). The private half of the Ed25519 key never leaves KMS.
 */
export class AuditLog extends Construct {
  readonly bucket: Bucket;
  readonly signingKey: Key;
  /** The name of the log and of its key; it is the first line of each checkpoint (C2SP tlog-checkpoint). */
  readonly origin: string;

  constructor(scope: Construct, id: string, { key, deployment }: AuditLogProps) {
    super(scope, id);
    const { tenant, stage, local, auditLock } = deployment;
    this.origin = `logic-plane.audit/${tenant}/${stage}`;
    this.bucket = new Bucket(this, 'Bucket', {
      encryption: BucketEncryption.KMS,
      encryptionKey: key,
      bucketKeyEnabled: true,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      versioned: true,
      ...(local ? {} : { enforceSSL: true, minimumTLSVersion: 1.2 }),
      ...(auditLock === 'none' ? {} : { objectLockEnabled: true, objectLockDefaultRetention: retentionOf(auditLock) }),
      removalPolicy: local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    this.signingKey = new Key(this, 'SigningKey', {
      description: 'Signs the checkpoints of the audit log of one tenant and stage',
      keySpec: KeySpec.ECC_NIST_EDWARDS25519,
      keyUsage: KeyUsage.SIGN_VERIFY,
      pendingWindow: Duration.days(local ? 7 : 30),
      removalPolicy: local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    // The local cloud does not support tags of principals, so this policy would deny every caller.
    if (!local) this.signingKey.addToResourcePolicy(onlySigner(this.origin));
    this.acknowledgements(local);
  }

  private acknowledgements(local: boolean): void {
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
      'In the stacks, only two functions and the audit operator have rights on this bucket. Anybody can verify the audit log, but nobody could verify an access log.',
    );
  }
}

function retentionOf({ mode, years }: Exclude<Deployment['auditLock'], 'none'>): ObjectLockRetention {
  const duration = Duration.days(365 * years);
  return mode === 'compliance' ? ObjectLockRetention.compliance(duration) : ObjectLockRetention.governance(duration);
}

/** Denies signing to every principal without the tag, even if its own policies allow it. */
const onlySigner = (origin: string): PolicyStatement =>
  new PolicyStatement({
    effect: Effect.DENY,
    principals: [new AnyPrincipal()],
    actions: ['kms:Sign'],
    resources: ['*'],
    conditions: { StringNotEquals: { [`aws:PrincipalTag/${signerTag}`]: origin } },
  });
