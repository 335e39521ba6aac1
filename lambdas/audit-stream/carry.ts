import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AuditTable } from '../../adapters/tables/audit-table.ts';
import { append, type ArrivedEvent } from '../../audit-log/append.ts';
import type { LogObjects, LogRows, Position } from '../../audit-log/store.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { Head } from '../../contract/system.ts';
import { isLasting } from '../lasting-failure.ts';
import { carriedEvent } from './carried-event.ts';

export interface CarryDependencies {
  readonly head: Head;
  /** Writes events to the audit table under their uuid, so a second delivery changes nothing. */
  readonly audit: Pick<AuditTable, 'put' | 'setAside'>;
  /** The transparency log. */
  readonly log: { readonly rows: LogRows; readonly objects: Pick<LogObjects, 'put'> };
  /** Logs an event that was set aside. */
  readonly failed: (error: unknown, eventId: string) => void;
  /** Counts an event that was set aside. An alarm watches the count. */
  readonly setAside: () => void;
}

/**
 * The event of a stream mapping with tumbling windows. For such a mapping, Lambda sends the id of the shard and expects
 * a state in the response (AWS Lambda, tumbling windows).
 */
export interface WindowedStreamEvent extends DynamoDBStreamEvent {
  readonly shardId?: string;
}
export interface WindowedBatchResponse extends DynamoDBBatchResponse {
  readonly state: Readonly<Record<string, never>>;
}

/**
 * Copies ledger events in order to the audit table, then to the transparency log. If an event fails temporarily, the
 * events before it are appended to the log, and the stream delivers that event and all later ones again. If an event
 * fails permanently, it is set aside, and the later events continue.
 */
export const carry =
  (dependencies: CarryDependencies) =>
  async ({ Records, shardId }: WindowedStreamEvent): Promise<WindowedBatchResponse> => {
    if (shardId === undefined)
      throw new Error('the batch has no shardId. Configure the stream mapping with tumbling windows');
    const { telemetryKey } = await dependencies.head.current();
    // No event is lost: the ledger has it, and the stream delivers it again.
    if (telemetryKey === undefined) throw new Error('the head has no telemetry key. Run cdk deploy again');
    const { arrived, again } = await putEach(dependencies, Records, telemetryKey);
    await append(dependencies.log, shardId, arrived);
    return { state: {}, batchItemFailures: again.map((itemIdentifier) => ({ itemIdentifier })) };
  };

interface Carried {
  readonly arrived: readonly ArrivedEvent[];
  /**
   * The sequence number of the record from which the stream must deliver again. Empty if no record must be delivered
   * again.
   */
  readonly again: readonly string[];
}

/** Writes events to the audit table one after the other. It stops at the first one that fails temporarily. */
async function putEach(
  { audit, failed, setAside }: CarryDependencies,
  records: readonly DynamoDBRecord[],
  key: string,
): Promise<Carried> {
  const arrived: ArrivedEvent[] = [];
  for (const record of records) {
    try {
      const event = eventOf(record);
      const carried = event && carriedEvent(event, key);
      if (carried !== undefined) await audit.put(carried.row);
      arrived.push({ ...positionOf(record), ...(carried && { entry: carried.entry }) });
    } catch (error) {
      const again = [sequenceOf(record)];
      if (!isLasting(error)) return { arrived, again };
      const { eventId = 'unknown', text = '' } = imageOf(record);
      failed(error, eventId);
      try {
        await audit.setAside(eventId, text);
      } catch {
        // If setting the event aside fails too, the table is unavailable and the event is not the cause.
        return { arrived, again };
      }
      setAside();
      arrived.push(positionOf(record));
    }
  }
  return { arrived, again: [] };
}

const positionOf = (record: DynamoDBRecord): Position => ({
  sequence: sequenceOf(record),
  writtenAt: new Date((record.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000).toISOString(),
});

const sequenceOf = ({ dynamodb }: DynamoDBRecord): string => dynamodb?.SequenceNumber ?? '';

const imageOf = ({
  dynamodb,
}: DynamoDBRecord): { readonly eventId?: string | undefined; readonly text?: string | undefined } => ({
  eventId: dynamodb?.NewImage?.['eventId']?.S,
  text: dynamodb?.NewImage?.['event']?.S,
});

function eventOf(record: DynamoDBRecord): AuditEvent | undefined {
  const { text } = imageOf(record);
  return record.eventName !== 'INSERT' || text === undefined ? undefined : (JSON.parse(text) as AuditEvent);
}
