import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

/** Where a stream's function leaves what it could not process: shard and sequence numbers, never a record's content. */
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
      'It is itself the dead-letter queue, of two event source mappings; an alarm watches it.',
    );
  }
}
