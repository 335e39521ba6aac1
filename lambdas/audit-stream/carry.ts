import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { AuditTable } from '../../adapters/tables/audit-table.ts';
import { append, type ArrivedEvent } from '../../audit-log/append.ts';
import { entryOf, eventKeyOf } from '../../audit-log/entry.ts';
import type { LogObjects, LogRows } from '../../audit-log/store.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import type { Head } from '../../contract/system.ts';
import { isLasting } from '../lasting-failure.ts';
import { blinded } from './blinded.ts';

export interface CarryDependencies {
  readonly head: Head;
  /** Puts by the event's uuid, so that a second delivery changes nothing. */
  readonly audit: Pick<AuditTable, 'put' | 'noteReached' | 'setAside'>;
  /** The transparency log. */
  readonly log: { readonly rows: LogRows; readonly objects: Pick<LogObjects, 'put'> };
  /** Logs what was set aside. */
  readonly failed: (error: unknown, eventId: string) => void;
}

/** With tumbling windows Lambda names the shard of a batch, and wants a state back (AWS Lambda, tumbling windows). */
export interface WindowedStreamEvent extends DynamoDBStreamEvent {
  readonly shardId?: string;
}
export interface WindowedBatchResponse extends DynamoDBBatchResponse {
  readonly state: Readonly<Record<string, never>>;
}

/**
 * Carries ledger events in their order into the audit table, then into the transparency log. If an event fails temporarily, the
 * events before it are appended to the log, and the stream delivers from there on again for as long as it keeps them. An
 * event that fails permanently is set aside alone, and the others go on.
 */
export const carry =
  (dependencies: CarryDependencies) =>
  async ({ Records, shardId }: WindowedStreamEvent): Promise<WindowedBatchResponse> => {
    if (shardId === undefined) throw new Error('the batch names no shard: the stream mapping needs tumbling windows');
    const { telemetryKey } = await dependencies.head.current();
    // Nothing is lost: the ledger holds it, and the stream delivers it again.
    if (telemetryKey === undefined) throw new Error('the head has no telemetry key. Run cdk deploy again');
    const { arrived, reached, again } = await putEach(dependencies, Records, telemetryKey);
    await append(dependencies.log, shardId, arrived);
    if (reached !== '') await dependencies.audit.noteReached(reached);
    return { state: {}, batchItemFailures: again.map((itemIdentifier) => ({ itemIdentifier })) };
  };

interface Carried {
  readonly arrived: readonly ArrivedEvent[];
  /** The latest instant of an event that was put; empty if there was none. */
  readonly reached: string;
  /** The sequence number from which on the stream must deliver again; empty if there is none. */
  readonly again: readonly string[];
}

/** Puts in order up to the first event that fails for now. */
async function putEach(
  { audit, failed }: CarryDependencies,
  records: readonly DynamoDBRecord[],
  key: string,
): Promise<Carried> {
  const arrived: ArrivedEvent[] = [];
  let reached = '';
  for (const record of records) {
    try {
      const event = eventOf(record);
      if (event === undefined) continue;
      await audit.put(blinded(event, key));
      arrived.push(arrivedIn(record, event, key));
      if (event.at > reached) reached = event.at;
    } catch (error) {
      const again = [sequenceOf(record)];
      if (!isLasting(error)) return { arrived, reached, again };
      const { eventId = 'unknown', text = '' } = imageOf(record);
      failed(error, eventId);
      try {
        await audit.setAside(eventId, text);
      } catch {
        // If setting it aside fails, nothing can be written at all, so this event is not at fault.
        return { arrived, reached, again };
      }
    }
  }
  return { arrived, reached, again: [] };
}

const arrivedIn = (record: DynamoDBRecord, event: AuditEvent, key: string): ArrivedEvent => ({
  sequence: sequenceOf(record),
  writtenAt: new Date((record.dynamodb?.ApproximateCreationDateTime ?? 0) * 1000).toISOString(),
  entry: entryOf(event, eventKeyOf(key, event.eventId)),
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
