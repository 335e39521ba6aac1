import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';

/**
 * A group of logs. Logs contain names, hashes and times, never values. The audit log keeps what must be kept longer.
 */
export class Logs extends LogGroup {
  constructor(scope: Construct, id: string, props: { readonly local: boolean }) {
    super(scope, id, {
      retention: props.local ? RetentionDays.ONE_WEEK : RetentionDays.ONE_YEAR,
      removalPolicy: props.local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
