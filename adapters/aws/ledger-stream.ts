import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  TrimmedDataAccessException,
  type _Record,
} from '@aws-sdk/client-dynamodb-streams';
import type { LedgerStream, StreamRecord, StreamShard } from '../../audit-log/probe.ts';
import { clientLimits, type Elsewhere } from './client.ts';

export const streamsClient = (elsewhere?: Elsewhere): DynamoDBStreamsClient =>
  new DynamoDBStreamsClient({ ...clientLimits, ...elsewhere });

/**
 * Reads the stream of the ledger's table.
 * @param arn returns the stream's ARN; it is called when it is needed
 */
export const ledgerStream = (client: DynamoDBStreamsClient, arn: () => string): LedgerStream => ({
  async shards() {
    const shards: StreamShard[] = [];
    let after: string | undefined;
    do {
      const asked = { StreamArn: arn(), ...(after && { ExclusiveStartShardId: after }) };
      const { StreamDescription: told } = await client.send(new DescribeStreamCommand(asked));
      for (const { ShardId, ParentShardId, SequenceNumberRange } of told?.Shards ?? []) {
        if (ShardId === undefined) continue;
        const closed = SequenceNumberRange?.EndingSequenceNumber !== undefined;
        shards.push({ id: ShardId, closed, ...(ParentShardId === undefined ? {} : { parent: ParentShardId }) });
      }
      after = told?.LastEvaluatedShardId;
    } while (after !== undefined);
    return shards;
  },
  async *after(shard, sequence) {
    let iterator = await iteratorAfter(client, { arn: arn(), shard, sequence });
    while (iterator !== undefined) {
      const { Records = [], NextShardIterator } = await client.send(new GetRecordsCommand({ ShardIterator: iterator }));
      iterator = NextShardIterator;
      // The last answer of a closed shard has no further iterator. If it has no records, it is not yielded: the reader
      // would take an empty page as a sign that the shard is open and no records wait.
      if (Records.length > 0 || iterator !== undefined) yield Records.map(recordOf);
    }
  },
});

async function iteratorAfter(
  client: DynamoDBStreamsClient,
  { arn, shard, sequence }: { readonly arn: string; readonly shard: string; readonly sequence: string | undefined },
): Promise<string | undefined> {
  const of = { StreamArn: arn, ShardId: shard } as const;
  const oldest = new GetShardIteratorCommand({ ...of, ShardIteratorType: 'TRIM_HORIZON' });
  if (sequence === undefined) return (await client.send(oldest)).ShardIterator;
  const next = new GetShardIteratorCommand({
    ...of,
    ShardIteratorType: 'AFTER_SEQUENCE_NUMBER',
    SequenceNumber: sequence,
  });
  try {
    return (await client.send(next)).ShardIterator;
  } catch (error) {
    if (!(error instanceof TrimmedDataAccessException)) throw error;
    return (await client.send(oldest)).ShardIterator;
  }
}

const recordOf = ({ eventName, dynamodb }: _Record): StreamRecord => ({
  sequence: dynamodb?.SequenceNumber ?? '0',
  writtenAt: (dynamodb?.ApproximateCreationDateTime ?? new Date(0)).toISOString(),
  isDelivered: eventName === 'INSERT',
});
