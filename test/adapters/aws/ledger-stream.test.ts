import { CreateTableCommand, DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, it } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import { ledgerStream, streamsClient } from '../../../adapters/aws/ledger-stream.ts';
import type { LedgerStream, StreamRecord } from '../../../audit-log/probe.ts';
import { localAws } from '../../support/local-aws.ts';

let arn: string;
let stream: LedgerStream;

localAws('ledger-stream', async () => {
  const { TableDescription } = await dynamoClient().send(
    new CreateTableCommand({
      TableName: 'ledger',
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
  arn = TableDescription?.LatestStreamArn ?? '';
  stream = ledgerStream(streamsClient(), () => arn);
});

const put = (pk: string) => dynamoClient().send(new PutItemCommand({ TableName: 'ledger', Item: { pk: { S: pk } } }));

/** Reads a shard up to its first empty page. */
async function readTo(shard: string, sequence?: string): Promise<readonly StreamRecord[]> {
  const read: StreamRecord[] = [];
  for await (const page of stream.after(shard, sequence)) {
    if (page.length === 0) return read;
    read.push(...page);
  }
  throw new Error('an open shard ended');
}

it('The stream names its open shard; a read returns the records after a sequence number, and marks removals as not delivered', async () => {
  const [shard, ...others] = await stream.shards();
  expect([shard?.closed, others]).toEqual([false, []]);
  const id = shard?.id ?? '';
  expect(await readTo(id)).toEqual([]);
  for (const pk of ['a', 'b', 'c']) await put(pk);
  await dynamoClient().send(new DeleteItemCommand({ TableName: 'ledger', Key: { pk: { S: 'a' } } }));
  const all = await readTo(id);
  expect(all.map(({ isDelivered }) => isDelivered)).toEqual([true, true, true, false]);
  expect(Date.now() - Date.parse(all[0]?.writtenAt ?? '')).toBeLessThan(600_000);
  expect(await readTo(id, all[1]?.sequence)).toEqual(all.slice(2));
  expect(await readTo(id, all.at(-1)?.sequence)).toEqual([]);
});

it('If the stream no longer keeps a sequence number, its shard is read from the oldest record', async () => {
  const [shard] = await stream.shards();
  const id = shard?.id ?? '';
  await put('d');
  expect(await readTo(id, '1')).toEqual(await readTo(id));
});
