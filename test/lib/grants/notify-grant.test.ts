import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { planes, type Planes } from '../planes.ts';

const real = planes();
const resource = z.looseObject({ Properties: z.unknown() });
const statement = z.looseObject({ Action: z.union([z.string(), z.array(z.string())]), Resource: z.unknown() });
const role = z.looseObject({
  Policies: z.array(z.looseObject({ PolicyDocument: z.looseObject({ Statement: z.array(statement) }) })).default([]),
});

/** Returns the statements of all roles whose actions are of a service. */
const grantsOf = (service: string) =>
  Object.entries(real.of('AWS::IAM::Role')).flatMap(([id, { Properties }]) =>
    role
      .parse(Properties)
      .Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().some((action) => action.startsWith(`${service}:`)))
      .map(({ Action, Resource }) => [
        id.replace(/Role[0-9A-F]{8}$/, ''),
        Action,
        real.named(Resource)?.replace(/[0-9A-F]{8}$/, ''),
      ]),
  );

describe('The right to notify', () => {
  it('Only the function that reads the stream may publish, to the one topic and the one bus', () => {
    expect(grantsOf('sns')).toEqual([['approvalstart', 'sns:Publish', 'NotificationsTopic']]);
    expect(grantsOf('events')).toEqual([['approvalstart', 'events:PutEvents', 'NotificationsBus']]);
  });

  it('The topic is encrypted with the customer key, which its publisher may use only through the topic’s service', () => {
    const topics = Object.values(z.record(z.string(), resource).parse(real.data.findResources('AWS::SNS::Topic')));
    expect(topics).toMatchObject([{ Properties: { KmsMasterKeyId: { 'Fn::GetAtt': [expect.any(String), 'Arn'] } } }]);
    const publisher = Object.entries(real.of('AWS::IAM::Role')).find(([id]) => id.startsWith('approvalstart'));
    expect(JSON.stringify(publisher)).toContain('"kms:ViaService":"sns.eu-central-1.amazonaws.com"');
  });

  it('The topic refuses messages without TLS', () => {
    const [policy] = Object.values(
      z.record(z.string(), resource).parse(real.data.findResources('AWS::SNS::TopicPolicy')),
    );
    expect(policy?.Properties).toMatchObject({
      PolicyDocument: {
        Statement: [
          {
            Effect: 'Deny',
            Action: 'sns:Publish',
            Principal: '*',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          },
        ],
      },
    });
  });
});

const subscriptions = (of: Planes): readonly unknown[] =>
  Object.values(z.record(z.string(), resource).parse(of.data.findResources('AWS::SNS::Subscription'))).map(
    ({ Properties }) => Properties,
  );

describe('The subscriptions of a tenant', () => {
  const arn = 'arn:aws:sqs:eu-central-1:111122223333:claims';
  const of = planes({
    release: {
      subscribers: [
        { protocol: 'email', endpoint: 'desk@insurer.example', queues: ['queue.a', 'queue.b'] },
        { protocol: 'sqs', endpoint: arn, queues: ['queue.a'] },
      ],
    },
  });
  const ofTopic = { TopicArn: { Ref: expect.stringMatching(/^NotificationsTopic/) as string } };

  it('A mail address is told when a Task of its queues opens or expires, and an SQS queue gets every event of its queues', () => {
    expect(subscriptions(of)).toEqual([
      {
        ...ofTopic,
        Protocol: 'email',
        Endpoint: 'desk@insurer.example',
        FilterPolicy: { queue: ['queue.a', 'queue.b'], event: ['task.open', 'task.warned', 'task.expired'] },
      },
      { ...ofTopic, Protocol: 'sqs', Endpoint: arn, RawMessageDelivery: true, FilterPolicy: { queue: ['queue.a'] } },
    ]);
  });

  it('A tenant without subscribers has no subscription', () => {
    expect(subscriptions(real)).toEqual([]);
  });
});
