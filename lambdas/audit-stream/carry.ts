import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AuditTable } from '../../adapters/tables/audit-table.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { Head } from '../../contract/system.ts';
import { isLasting } from '../lasting-failure.ts';
import { blinded } from './blinded.ts';

export interface CarryDependencies {
  readonly head: Head;
  /** Puts by the event's uuid, so that a second delivery changes nothing. */
  readonly audit: Pick<AuditTable, 'put' | 'noteReached' | 'setAside'>;
  /** Logs what was set aside. */
  readonly failed: (error: unknown, eventId: string) => void;
}

/**
 * Carries ledger events into the audit log, in order. After a temporary failure, the event and all that follow it come
 * again, as long as the stream keeps them. An event that fails permanently is set aside alone, and the others go on.
 */
export const carry =
  ({ head, audit, failed }: CarryDependencies) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const { telemetryKey } = await head.current();
    // Nothing is lost: the ledger holds it, and the stream delivers it again.
    if (telemetryKey === undefined) throw new Error('the head has no telemetry key. Run cdk deploy again');
    let reached = '';
    for (const record of Records) {
      try {
        const event = eventOf(record);
        if (event === undefined) continue;
        await audit.put(blinded(event, telemetryKey));
        if (event.at > reached) reached = event.at;
      } catch (error) {
        const again = { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
        if (!isLasting(error)) return again;
        const eventId = record.dynamodb?.NewImage?.['eventId']?.S ?? 'unknown';
        failed(error, eventId);
        try {
          await audit.setAside(eventId, record.dynamodb?.NewImage?.['event']?.S ?? '');
        } catch {
          // If setting it aside fails, nothing can be written at all, so this event is not at fault.
          return again;
        }
      }
    }
    if (reached !== '') await audit.noteReached(reached);
    return { batchItemFailures: [] };
  };

function eventOf({ eventName, dynamodb }: DynamoDBRecord): AuditEvent | undefined {
  const text = dynamodb?.NewImage?.['event']?.S;
  return eventName !== 'INSERT' || text === undefined ? undefined : (JSON.parse(text) as AuditEvent);
}
