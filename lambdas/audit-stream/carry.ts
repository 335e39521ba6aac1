import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AuditTable } from '../../adapters/tables/audit-table.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { Head } from '../../contract/system.ts';
import { blinded } from './blinded.ts';

export interface CarryDependencies {
  readonly head: Head;
  /** Puts by the event's uuid, so that a second delivery changes nothing. */
  readonly audit: Pick<AuditTable, 'put' | 'noteReached'>;
}

/** Carries ledger events into the audit log; what fails is answered as such, and comes again. */
export const carry =
  ({ head, audit }: CarryDependencies) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const { telemetryKey } = await head.current();
    // Nothing is lost: the ledger holds it, and the mapping comes again.
    if (telemetryKey === undefined) throw new Error('the head has no telemetry key. Run cdk deploy again');
    let reached = '';
    for (const record of Records) {
      const event = eventOf(record);
      try {
        if (event && event.at > reached) reached = event.at;
        if (event) await audit.put(blinded(event, telemetryKey));
      } catch {
        // A stream is in order: all from here on come again.
        return { batchItemFailures: [{ itemIdentifier: record.dynamodb?.SequenceNumber ?? '' }] };
      }
    }
    if (reached !== '') await audit.noteReached(reached);
    return { batchItemFailures: [] };
  };

function eventOf({ eventName, dynamodb }: DynamoDBRecord): AuditEvent | undefined {
  const text = dynamodb?.NewImage?.['event']?.S;
  return eventName !== 'INSERT' || text === undefined ? undefined : (JSON.parse(text) as AuditEvent);
}
