import { Duration } from 'aws-cdk-lib';
import { Match, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Construct } from 'constructs';
import type { ContentArea } from '../../contract/rows/content.ts';
import type { Content } from '../data/content.ts';
import type { PlaneFunction } from './plane-function.ts';

export interface UploadsProps {
  readonly content: Content;
  readonly area: ContentArea;
  readonly consumer: PlaneFunction;
  readonly failures: IQueue;
}

/**
 * If a function fails, Lambda calls it two more times. If the event bus cannot reach the function, the bus also tries
 * two more times.
 */
const retryAttempts = 2;
const maxEventAge = Duration.hours(1);

/**
 * Calls a function for each object that is put into an area. If the call still fails after two retries, its event is
 * left in the queue.
 */
export class UploadsBucket extends Construct {
  constructor(scope: Construct, id: string, { content, area, consumer, failures }: UploadsProps) {
    super(scope, id);
    consumer.function.configureAsyncInvoke({ retryAttempts, maxEventAge, onFailure: new SqsDestination(failures) });
    new Rule(this, 'Rule', {
      description: `Objects that are put into ${area}`,
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: {
          bucket: { name: [content.bucket.bucketName] },
          object: { key: Match.prefix(`${area}/`) },
        },
      },
      targets: [new LambdaFunction(consumer.function, { deadLetterQueue: failures, retryAttempts, maxEventAge })],
    });
  }
}
