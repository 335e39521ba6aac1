import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { z } from 'zod';
import { isLasting } from '../../lasting-failure.ts';

type OnTask = (taskId: string) => Promise<void>;

/**
 * Handles the records of the ledger's stream that put or decide a Task. A record that fails does not prevent the others
 * from being handled. If it fails temporarily, the stream delivers it and all later records again. If it fails
 * permanently, it is logged and not delivered again.
 */
export const onStream =
  (
    { put, decided }: { readonly put: OnTask; readonly decided: OnTask },
    failed: (error: unknown, taskId: string) => void,
  ) =>
  async (event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const again: { itemIdentifier: string }[] = [];
    for (const record of event.Records) {
      const [taskPut, taskDecided] = [taskOf(record), decidedBy(record)];
      const taskId = taskPut ?? taskDecided;
      if (taskId === undefined) continue;
      try {
        await (taskPut === undefined ? decided : put)(taskId);
      } catch (error) {
        if (isLasting(error)) failed(error, taskId);
        else again.push({ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' });
      }
    }
    return { batchItemFailures: again };
  };

/**
 * Returns the id of the Task that a new dispatch record has put. The filter of the stream mapping may let other records
 * pass, so the record is checked again.
 */
function taskOf({ eventName, dynamodb }: DynamoDBRecord): string | undefined {
  const image = dynamodb?.NewImage;
  return eventName === 'INSERT' && image?.['effect']?.S === 'Task' ? image['effectId']?.S : undefined;
}

const ofTask = z.object({ taskId: z.string().optional() });

/** Returns the id of the Task that a new Decision is about. Undefined for any other record. */
function decidedBy({ eventName, dynamodb }: DynamoDBRecord): string | undefined {
  const image = dynamodb?.NewImage;
  if (eventName !== 'INSERT' || image?.['kind']?.S !== 'decision') return undefined;
  return ofTask.parse(JSON.parse(image['event']?.S ?? '{}')).taskId;
}
