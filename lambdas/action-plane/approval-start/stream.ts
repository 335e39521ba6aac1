import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { z } from 'zod';
import { isLasting } from '../../lasting-failure.ts';

type OnTask = (taskId: string) => Promise<void>;

/**
 * Hands on the Tasks that a batch of the ledger's stream has put or decided. One that fails keeps no other from being handed
 * on: if it fails for now, it comes again, and those after it are told of twice. If it fails for good, it is logged, and
 * does not come again.
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

/** A new dispatch record that put a Task; the mapping's filter lets others pass rarely, so they are looked at again. */
function taskOf({ eventName, dynamodb }: DynamoDBRecord): string | undefined {
  const image = dynamodb?.NewImage;
  return eventName === 'INSERT' && image?.['effect']?.S === 'Task' ? image['effectId']?.S : undefined;
}

const ofTask = z.object({ taskId: z.string().optional() });

/** A new Decision about a Task, or about the Action that the Task asks for. */
function decidedBy({ eventName, dynamodb }: DynamoDBRecord): string | undefined {
  const image = dynamodb?.NewImage;
  if (eventName !== 'INSERT' || image?.['kind']?.S !== 'decision') return undefined;
  return ofTask.parse(JSON.parse(image['event']?.S ?? '{}')).taskId;
}
