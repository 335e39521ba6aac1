import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { environment } from '../../contract/platform/environment.ts';
import type { NotificationChannels } from '../data/notifications.ts';
import type { Access } from './access.ts';
import { notifyActions } from './actions.ts';
import type { Grant } from './store-grants.ts';

export interface NotifySources {
  readonly notifications: NotificationChannels;
  /** The queue of notifications that could not be published. */
  readonly retries: IQueue;
  readonly key: Key;
}

/**
 * Grants publishing to the one topic and the one bus, and the use of the queue of retries. The topic is encrypted, so
 * publishing needs its key.
 */
export function notifyGrant(
  { notifies }: Access,
  { notifications: { topic, bus }, retries, key }: NotifySources,
): Grant {
  if (!notifies) return { statements: [], environment: {} };
  return {
    statements: [
      new PolicyStatement({ actions: [notifyActions.topic], resources: [topic.topicArn] }),
      new PolicyStatement({ actions: [notifyActions.bus], resources: [bus.eventBusArn] }),
      new PolicyStatement({ actions: [...notifyActions.retries], resources: [retries.queueArn] }),
      new PolicyStatement({
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: [key.keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `sns.${Stack.of(key).region}.amazonaws.com` } },
      }),
    ],
    environment: {
      [environment.notificationTopic]: topic.topicArn,
      [environment.eventBus]: bus.eventBusName,
      [environment.notificationRetries]: retries.queueUrl,
    },
  };
}
