import { Duration } from 'aws-cdk-lib';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption, type IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { timeLimits } from '../../contract/platform/limits.ts';
import type { PlaneFunction } from './plane-function.ts';

/** AWS asks for a visibility timeout of at least six times the timeout of the function (AWS Lambda, Amazon SQS). */
const pauseSeconds = 180;

/** The attempts of a day. Lambda tries a message again after the visibility timeout. */
const attemptsOfADay = (24 * 3600) / pauseSeconds;

/**
 * The queue of notifications that could not be published. Each is tried again alone for a day, so that a topic or a bus
 * that is away holds up neither the approvals nor the notifications of other transitions.
 */
export class NotificationRetries extends Queue {
  constructor(scope: Construct, id: string, { failures }: { readonly failures: IQueue }) {
    if (pauseSeconds < 6 * timeLimits.functionSeconds)
      throw new Error(
        'the pause between two attempts is shorter than six timeouts of the function: raise pauseSeconds',
      );
    super(scope, id, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(pauseSeconds),
      retentionPeriod: Duration.days(2),
      deadLetterQueue: { queue: failures, maxReceiveCount: attemptsOfADay },
    });
  }

  /** Gives the waiting notifications to a function, at most as many as it can publish with one request. */
  carry(consumer: PlaneFunction): void {
    consumer.function.addEventSource(
      new SqsEventSource(this, { batchSize: 10, reportBatchItemFailures: true, maxConcurrency: 2 }),
    );
  }
}
