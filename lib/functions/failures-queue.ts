import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

/**
 * The queue for events that a function could not process, and for notifications that could not be published for a day. A
 * message contains positions in a stream, names of objects, or a notification. It never contains other content.
 */
export class FailuresQueue extends Queue {
  constructor(scope: Construct, id: string, props: { readonly local: boolean }) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: props.local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
  }
}
