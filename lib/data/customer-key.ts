import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

/**
 * The tenant's own key in KMS. A principal that may not use it cannot read a table or secret, even with every other
 * grant.
 */
export class CustomerKey extends Key {
  constructor(scope: Construct, id: string, props: { readonly destroyable: boolean }) {
    super(scope, id, {
      description: 'Encrypts the tables and secrets of one tenant and stage',
      enableKeyRotation: true,
      pendingWindow: Duration.days(props.destroyable ? 7 : 30),
      removalPolicy: props.destroyable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
