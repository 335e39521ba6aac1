import { EventBus } from 'aws-cdk-lib/aws-events';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { SubscriptionFilter, Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription, SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { NotifiedEvent } from '../../contract/rows/notification.ts';
import type { Subscriber } from '../../registry/release/subscribers.ts';

export interface NotificationsProps {
  readonly key: IKey;
  readonly subscribers: readonly Subscriber[];
}

/** The events about which a mail is sent. An SQS queue gets every event about the Tasks of its queues. */
export const mailedEvents = ['task.open', 'task.warned', 'task.expired'] as const satisfies readonly NotifiedEvent[];

/**
 * The topic and the event bus on which the transitions of Actions and Tasks are published. They are in the stack with the
 * data, so that nothing that subscribes to them is lost if the other stack is created again. A subscription is told only
 * about its queues.
 */
export class NotificationChannels extends Construct {
  readonly topic: Topic;
  readonly bus: EventBus;

  constructor(scope: Construct, id: string, { key, subscribers }: NotificationsProps) {
    super(scope, id);
    this.topic = new Topic(this, 'Topic', { displayName: 'Logic Plane', masterKey: key, enforceSSL: true });
    this.bus = new EventBus(this, 'Bus', { description: 'Transitions of Actions and Tasks, with opaque ids only' });
    for (const subscriber of subscribers) this.subscribe(subscriber);
  }

  private subscribe({ protocol, endpoint, queues }: Subscriber): void {
    const queue = SubscriptionFilter.stringFilter({ allowlist: [...queues] });
    if (protocol === 'email') {
      const event = SubscriptionFilter.stringFilter({ allowlist: [...mailedEvents] });
      this.topic.addSubscription(new EmailSubscription(endpoint, { filterPolicy: { queue, event } }));
      return;
    }
    const to = Queue.fromQueueArn(this, endpoint, endpoint);
    this.topic.addSubscription(new SqsSubscription(to, { filterPolicy: { queue }, rawMessageDelivery: true }));
  }
}
