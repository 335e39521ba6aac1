import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/** Logs hold names, hashes and times, never a value; what must be kept for longer is the audit log's. */
export class Logs extends LogGroup {
  constructor(scope: Construct, id: string, props: { readonly local: boolean }) {
    super(scope, id, {
      retention: props.local ? RetentionDays.ONE_WEEK : RetentionDays.ONE_YEAR,
      removalPolicy: props.local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
