import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { environment } from '../../contract/platform/environment.ts';
import type { NotificationChannels } from '../data/notifications.ts';
import type { Access } from './access.ts';
import { notifyActions } from './actions.ts';
import type { Grant } from './store-grants.ts';

/** Grants publishing to the one topic and the one bus. The topic is encrypted, so publishing needs its key. */
export function notifyGrant({ notifies }: Access, { topic, bus }: NotificationChannels, key: Key): Grant {
  if (!notifies) return { statements: [], environment: {} };
  return {
    statements: [
      new PolicyStatement({ actions: [notifyActions.topic], resources: [topic.topicArn] }),
      new PolicyStatement({ actions: [notifyActions.bus], resources: [bus.eventBusArn] }),
      new PolicyStatement({
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: [key.keyArn],
        conditions: { StringEquals: { 'kms:ViaService': `sns.${Stack.of(key).region}.amazonaws.com` } },
      }),
    ],
    environment: { [environment.notificationTopic]: topic.topicArn, [environment.eventBus]: bus.eventBusName },
  };
}
