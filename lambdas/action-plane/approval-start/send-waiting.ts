import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import type { Notification } from '../../../contract/rows/notification.ts';
import { send, type SendNotifications } from './send.ts';

/**
 * Publishes notifications that failed before and wait in a queue. A notification that fails again goes back to the
 * queue, alone. After a day of attempts the queue gives it to the queue of failures.
 */
export const sendWaiting =
  (dependencies: SendNotifications) =>
  async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
    const waiting = Records.map(({ messageId, body }) => ({
      messageId,
      notification: JSON.parse(body) as Notification,
    }));
    // A queue delivers at least once, so a batch may have a notification twice.
    const once = new Map(waiting.map(({ notification }) => [notification.id, notification]));
    const again = new Set((await send(dependencies, [...once.values()])).map(({ id }) => id));
    return {
      batchItemFailures: waiting.flatMap(({ messageId, notification }) =>
        again.has(notification.id) ? [{ itemIdentifier: messageId }] : [],
      ),
    };
  };
