import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

/**
 * The Tasks that a batch of the ledger's stream has put, one after the other. The first record that fails is answered with
 * all that follow it, so that the mapping comes again with just these.
 */
export const onStream =
  (start: (taskId: string) => Promise<void>) =>
  async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (const [index, record] of event.Records.entries()) {
      const taskId = taskOf(record);
      if (taskId === undefined) continue;
      try {
        await start(taskId);
      } catch {
        const rest = event.Records.slice(index);
        return { batchItemFailures: rest.map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })) };
      }
    }
    return { batchItemFailures: [] };
  };

/** A new dispatch record that put a Task; the mapping's filter lets others pass rarely, so they are looked at again. */
function taskOf({ eventName, dynamodb }: DynamoDBRecord): string | undefined {
  const image = dynamodb?.NewImage;
  return eventName === 'INSERT' && image?.['effect']?.S === 'Task' ? image['effectId']?.S : undefined;
}
