import { SendMessageBatchCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { canonicalJson } from '../../contract/values/canonical.ts';
import { Failure } from '../../contract/failures.ts';
import type { Notification } from '../../contract/rows/notification.ts';

export interface WaitingNotifications {
  /**
   * Puts at most `mostAtOnce` notifications into the queue from which they are published later.
   * @throws Failure `dependency.unavailable` if the queue did not take all of them. It may have taken some
   */
  add(some: readonly Notification[]): Promise<void>;
}

export const waitingNotifications = (client: SQSClient, queueUrl: string): WaitingNotifications => ({
  async add(some) {
    const Entries = some.map((one) => ({ Id: one.id, MessageBody: canonicalJson(one) }));
    const { Failed = [] } = await client
      .send(new SendMessageBatchCommand({ QueueUrl: queueUrl, Entries }))
      .catch((cause: unknown) => {
        throw new Failure('dependency.unavailable', 'the queue of notifications did not answer', { cause });
      });
    if (Failed.length > 0)
      throw new Failure('dependency.unavailable', `the queue refused ${Failed.length} of ${some.length} notifications`);
  },
});
