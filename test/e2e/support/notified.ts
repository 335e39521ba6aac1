import { inject } from 'vitest';
import { z } from 'zod';
import { type AwsCall, awsRequest } from '../../../local/cloud/aws-request.ts';
import { deployedResources } from '../probe/resources.ts';
import { until } from './until.ts';

/** A queue of Amazon SQS that receives notifications, as a tenant's own program would. */
export interface NotifiedQueue {
  readonly arn: string;
  /** Returns all messages that have arrived so far, each once, in the order of arrival. */
  readonly received: () => Promise<readonly Message[]>;
}

const message = z.object({
  MessageId: z.string(),
  ReceiptHandle: z.string(),
  Body: z.string(),
  MessageAttributes: z.record(z.string(), z.object({ StringValue: z.string() })).default({}),
});
type Message = z.infer<typeof message>;

async function call(request: AwsCall): Promise<string> {
  const { status, body } = await awsRequest(inject('deployment').demo, request);
  if (status !== 200) throw new Error(`${request.service} answered ${status}: ${body}`);
  return body;
}

const sqs = (operation: string, input: object): Promise<unknown> =>
  call({ service: 'sqs', target: `AmazonSQS.${operation}`, input, version: '1.0' }).then(
    (body) => JSON.parse(body === '' ? '{}' : body) as unknown,
  );
const events = (operation: string, input: object): Promise<string> =>
  call({ service: 'events', target: `AWSEvents.${operation}`, input });

/** Creates a queue that the topic and the event bus may send to. */
export async function notifiedQueue(name: string): Promise<NotifiedQueue> {
  const { region } = inject('deployment').demo;
  const arn = `arn:aws:sqs:${region}:000000000000:${name}`;
  const policy = {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: ['sns.amazonaws.com', 'events.amazonaws.com'] },
        Action: 'sqs:SendMessage',
        Resource: arn,
      },
    ],
  };
  const made = await sqs('CreateQueue', { QueueName: name, Attributes: { Policy: JSON.stringify(policy) } });
  const { QueueUrl } = z.object({ QueueUrl: z.string() }).parse(made);
  const kept: Message[] = [];
  const received = async (): Promise<readonly Message[]> => {
    for (;;) {
      const answer = await sqs('ReceiveMessage', {
        QueueUrl,
        MaxNumberOfMessages: 10,
        MessageAttributeNames: ['All'],
      });
      const some = z.object({ Messages: z.array(message).default([]) }).parse(answer).Messages;
      if (some.length === 0) return kept;
      kept.push(...some);
      for (const { ReceiptHandle } of some) await sqs('DeleteMessage', { QueueUrl, ReceiptHandle });
    }
  };
  return { arn, received };
}

/** Subscribes a queue to the topic. It gets the messages whose attributes have one of the listed values, as they are. */
export async function subscribe(
  { arn }: NotifiedQueue,
  filter: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const attributes = { FilterPolicy: JSON.stringify(filter), RawMessageDelivery: 'true' };
  const entries = Object.entries(attributes).flatMap(([key, value], i) => [
    [`Attributes.entry.${i + 1}.key`, key],
    [`Attributes.entry.${i + 1}.value`, value],
  ]);
  const { NotificationTopic: TopicArn } = inject('deployment').outputs.data;
  const query = { Action: 'Subscribe', Version: '2010-03-31', TopicArn, Protocol: 'sqs', Endpoint: arn };
  await call({ service: 'sns', query: { ...query, ...Object.fromEntries(entries) } });
}

/** Sends the events of the bus that fit a pattern to a queue. */
export async function target({ arn }: NotifiedQueue, name: string, pattern: object): Promise<void> {
  const { EventBus: EventBusName } = inject('deployment').outputs.data;
  await events('PutRule', { Name: name, EventBusName, EventPattern: JSON.stringify(pattern) });
  await events('PutTargets', { Rule: name, EventBusName, Targets: [{ Id: '1', Arn: arn }] });
}

/** Waits until a queue has received a message that fits, and returns all that have arrived. */
export const receivedUntil = (
  { received }: NotifiedQueue,
  fits: (all: readonly Message[]) => boolean,
): Promise<readonly Message[]> =>
  until('a notification', async () => {
    const all = await received();
    return fits(all) ? [...all] : undefined;
  });

/** Sets the pause between two attempts to publish a notification that failed. */
export async function retryAfter(seconds: number): Promise<void> {
  const resources = await deployedResources(inject('deployment').demo);
  const queue = resources.find(
    ({ type, logicalId }) => type === 'AWS::SQS::Queue' && logicalId.startsWith('NotificationRetries'),
  );
  if (queue === undefined) throw new Error('the queue of retries is not deployed');
  await sqs('SetQueueAttributes', { QueueUrl: queue.physicalId, Attributes: { VisibilityTimeout: String(seconds) } });
}
