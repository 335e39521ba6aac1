import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { isLasting } from '../../lasting-failure.ts';

/**
 * Starts the Tasks that a batch of the ledger's stream has put. One that fails keeps no other from starting: if it fails for
 * now, it comes again, and those after it are told of twice. If it fails for good, it is logged, and does not come again.
 */
export const onStream =
  (start: (taskId: string) => Promise<void>, failed: (error: unknown, taskId: string) => void) =>
  async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const again: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      const taskId = taskOf(record);
      if (taskId === undefined) continue;
      try {
        await start(taskId);
      } catch (error) {
        if (isLasting(error)) failed(error, taskId);
        else again.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' });
      }
    }
    return { batchItemFailures: again };
  };

/** A new dispatch record that put a Task; the mapping's filter lets others pass rarely, so they are looked at again. */
function taskOf({ eventName, dynamodb }: DynamoDBRecord): string | undefined {
  const image = dynamodb?.NewImage;
  return eventName === 'INSERT' && image?.['effect']?.S === 'Task' ? image['effectId']?.S : undefined;
}
