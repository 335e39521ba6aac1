import { AthenaClient, CreateWorkGroupCommand, StartQueryExecutionCommand } from '@aws-sdk/client-athena';
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { expect, test } from 'vitest';
import { athena, athenaClient } from '../../../adapters/aws/athena.ts';
import { contentClient } from '../../../adapters/aws/client.ts';
import { s3Exports } from '../../../adapters/aws/s3-exports.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import { partKey, type ExportQuery } from '../../../contract/rows/exports.ts';
import { awsRequest } from '../../../local/cloud/aws-request.ts';
import { memberNamed } from '../../../patterns/aggregation/members.ts';
import { writePart, writtenColumns } from '../../../registry/objects/exported-part.ts';
import { measureExported } from '../../patterns/aggregation/exporting.ts';
import { measure, objectOf, settings } from '../../patterns/aggregation/measured.ts';
import { failureOf } from '../../patterns/failures.ts';
import { localAws } from '../../support/local-aws.ts';

const [bucket, database, workgroup] = ['plane', 'plane', 'plane'];
const snapshot = 'a'.repeat(64);
const columns = writtenColumns(
  Object.entries(settings.members?.['Claim']?.read ?? {}).map(([pointer, { kind }]) => memberNamed({ pointer, kind })),
);
const claims = (
  [
    ['İzmir', '100.10', 'TRY'],
    ["O'Hara", '0.20', 'TRY'],
    ['?', '7', 'EUR'],
  ] as const
).map(([city, amount, currency], i) =>
  objectOf(
    { city, reserve: { amount }, estimate: { amount, currency }, open: i > 0, passengers: i },
    { id: `CLM-${i}`, markings: ['pii.high'] },
  ),
);
const huge = objectOf({ city: 'huge', reserve: { amount: '9'.repeat(20) } }, { id: 'CLM-huge' });

localAws('athena', async (cloud) => {
  const client = contentClient();
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  const glue = async (operation: string, input: object): Promise<void> => {
    const { status } = await awsRequest(cloud, { service: 'glue', target: `AWSGlue.${operation}`, input });
    if (status !== 200) throw new Error(`Glue answered ${status}`);
  };
  await glue('CreateDatabase', { DatabaseInput: { Name: database } });
  await glue('CreateTable', {
    DatabaseName: database,
    TableInput: {
      Name: 'claim',
      PartitionKeys: [{ Name: 'snapshot', Type: 'string' }],
      Parameters: { classification: 'parquet' },
      StorageDescriptor: {
        Location: `s3://${bucket}/exported/claim/`,
        Columns: columns.map(({ column: { name, type } }) => ({ Name: name, Type: type })),
      },
    },
  });
  const OutputLocation = `s3://${bucket}/query-results/`;
  const Configuration = { ResultConfiguration: { OutputLocation } };
  await new AthenaClient({}).send(new CreateWorkGroupCommand({ Name: workgroup, Configuration }));
  // The bucket also holds a second snapshot, which no query may read.
  for (const [id, objects] of [
    [snapshot, claims],
    ['b'.repeat(64), [huge, ...Array.from({ length: 10 }, (_, i) => ({ ...huge, id: `CLM-huge-${i}` }))]],
  ] as const) {
    const part = writePart(columns, objects);
    await s3Exports(client, () => bucket).putPart(partKey('Claim', id, sha256OfBytes(part)), part);
  }
});

const exportsOf = (id: string, objects: number) => ({
  query: (query: ExportQuery) =>
    athena(athenaClient(), { workgroup, database }).query({ ...query, deadlineAt: Date.now() + 20_000 }),
  snapshot: async (type: string) => ({
    id,
    manifest: {
      format: '1' as const,
      type,
      asOf: '2026-02-01T00:00:00.000Z',
      objects,
      columns: columns.map(({ column }) => column.name),
      parts: [],
    },
  }),
});

test.each([
  { op: { kind: 'sum', of: '/reserve/amount' }, groupBy: ['/city', '/open'] },
  { op: { kind: 'max', of: '/estimate' } },
  { op: { kind: 'percentile', of: '/reserve/amount', percent: '50', method: 'nearest-rank' } },
  {
    op: { kind: 'count' },
    objects: {
      type: 'Claim',
      where: [
        { at: '/city', in: ["O'Hara", '?'] },
        { at: '/passengers', equals: 1 },
      ],
    },
  },
])(
  'Athena and the table give the same answer to the query %j, and Athena reads only the requested snapshot',
  async (args) => {
    const table = await measure(claims, args);
    const asked = await measureExported(exportsOf(snapshot, claims.length), args);
    expect(asked.result).toEqual(table.result);
    expect([asked.exceptions, asked.markings]).toEqual([table.exceptions, table.markings]);
  },
);

test('If a sum has more digits than its column allows, Athena still answers it with every digit', async () => {
  const args = { op: { kind: 'sum', of: '/reserve/amount' } };
  const { result } = await measureExported(exportsOf('b'.repeat(64), 11), args);
  expect(result.groups).toMatchObject([{ values: 11, value: '1099999999999999999989' }]);
});

test('If a number has more digits than any decimal of Athena, the query fails with result.too_large', async () => {
  const { query } = exportsOf(snapshot, claims.length);
  const text =
    'SELECT CAST(sum(CAST(x AS decimal(38, 0))) AS varchar) AS whole FROM (SELECT ? AS x UNION ALL SELECT ?) AS t';
  const parameters = ['9'.repeat(38), '9'.repeat(38)];
  const refused = await failureOf(() => query({ text, parameters, token: snapshot, deadlineAt: 0 }));
  expect(refused).toMatchObject({
    code: 'result.too_large',
    message: 'a number in the query has more digits than Athena can compute with',
  });
});

test.each([["'a' OR 1 = 1"], ['now()'], ["'a"], ["''a'"], ['']])(
  'Athena refuses the execution parameter %s, because it is empty or not a single literal',
  async (parameter) => {
    const command = new StartQueryExecutionCommand({
      QueryString: "SELECT ? WHERE '?' = '?'",
      ExecutionParameters: [parameter],
      WorkGroup: workgroup,
    });
    await expect(athenaClient().send(command)).rejects.toMatchObject({ name: 'InvalidRequestException' });
  },
);
