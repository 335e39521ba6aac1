import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { Construct } from 'constructs';
import type { PlaneFunction } from './plane-function.ts';

export interface ScheduledProps {
  readonly consumer: PlaneFunction;
  /** Minutes between two calls. */
  readonly minutes: number;
}

/** Calls a function at regular times. A failed call is not repeated, because the next call does the same work. */
export class Scheduled extends Construct {
  constructor(scope: Construct, id: string, { consumer, minutes }: ScheduledProps) {
    super(scope, id);
    const once = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
    consumer.function.configureAsyncInvoke(once);
    new Rule(this, 'Rule', {
      description: `Calls ${consumer.access.functionName} ${minutes === 1 ? 'once a minute' : `every ${minutes} minutes`}`,
      schedule: Schedule.rate(Duration.minutes(minutes)),
      targets: [new LambdaFunction(consumer.function, once)],
    });
  }
}
