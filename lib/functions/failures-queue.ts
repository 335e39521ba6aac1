import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from '../acknowledge.ts';

/**
 * The queue for events that a function could not process. A message contains positions in a stream or names of objects,
 * never their content.
 */
export class FailuresQueue extends Queue {
  constructor(scope: Construct, id: string, props: { readonly local: boolean }) {
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
      removalPolicy: props.local ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    acknowledge(
      this,
      'AwsSolutions-SQS3',
      'This queue is itself the dead-letter queue of two event source mappings and of uploads. An alarm watches it.',
    );
  }
}
