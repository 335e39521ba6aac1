import { DescribeTableCommand, ScanCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { ledgerSegments, type EventSpan, type LedgerEvents } from '../../audit-log/ledger-events.ts';
import type { AuditEvent } from '../../contract/audit.ts';
import { databaseError } from './database-error.ts';

export interface LedgerScan extends LedgerEvents {
  /** Returns the size of the ledger's table in bytes. DynamoDB updates it about every six hours. */
  bytes(): Promise<number>;
}

/**
 * Reads the whole ledger in segments, eventually consistent. DynamoDB bills each byte that it reads, also of events
 * outside the requested time span.
 * @param table returns the table's name; it is called when it is needed
 * @throws DatabaseError
 */
export const ledgerScan = (client: DynamoDBClient, table: () => string): LedgerScan => ({
  async bytes() {
    const described = await client.send(new DescribeTableCommand({ TableName: table() })).catch(refused);
    return described.Table?.TableSizeBytes ?? 0;
  },
  async page({ segment, after }, span) {
    const { Items = [], LastEvaluatedKey } = await client
      .send(scanCommand(table(), { segment, span, after }))
      .catch(refused);
    const events = Items.flatMap(({ event }) => (event?.S === undefined ? [] : [JSON.parse(event.S) as AuditEvent]));
    const next = LastEvaluatedKey?.['pk']?.S;
    return { events, ...(next === undefined ? {} : { after: next }) };
  },
});

const scanCommand = (
  TableName: string,
  asked: { readonly segment: number; readonly span: EventSpan; readonly after: string | undefined },
): ScanCommand =>
  new ScanCommand({
    TableName,
    Segment: asked.segment,
    TotalSegments: ledgerSegments,
    ProjectionExpression: '#event',
    FilterExpression: '#at >= :from AND #at < :to',
    ExpressionAttributeNames: { '#event': 'event', '#at': 'at' },
    ExpressionAttributeValues: {
      ':from': { S: new Date(asked.span.from).toISOString() },
      ':to': { S: new Date(asked.span.to).toISOString() },
    },
    ...(asked.after !== undefined && { ExclusiveStartKey: { pk: { S: asked.after } } }),
  });

const refused = (error: unknown): never => {
  throw databaseError(error);
};
