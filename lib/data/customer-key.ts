import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';

/** The tenant's own key: whoever may not use it reads no table and no secret, whatever else they are granted. */
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
