import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { PlaneFunction } from './plane-function.ts';

/**
 * Calls a function once a minute. A failed call is not repeated, because the call of the next minute does the same
 * work.
 */
export class EveryMinute extends Construct {
  constructor(scope: Construct, id: string, { consumer }: { readonly consumer: PlaneFunction }) {
    super(scope, id);
    consumer.function.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
    new Rule(this, 'Rule', {
      description: `Calls ${consumer.access.functionName} once a minute`,
      schedule: Schedule.rate(Duration.minutes(1)),
      targets: [new LambdaFunction(consumer.function, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
    });
  }
}
