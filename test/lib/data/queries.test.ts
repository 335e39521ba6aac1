import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { withExports } from '../../../lib/release/exported-types.ts';
import { settings } from '../../patterns/aggregation/measured.ts';
import { planes, sampleRelease, type Planes } from '../planes.ts';
import { areaOf, functionRoles, type Statement } from '../roles.ts';

/** The actions that the role may use, by service. They are not imported from `lib/`, because the test checks `lib/`. */
const verbs = {
  athena: ['StartQueryExecution', 'GetQueryExecution', 'GetQueryResults', 'StopQueryExecution'],
  glue: ['GetDatabase', 'GetTable', 'GetPartition', 'GetPartitions'],
  answers: ['GetObject', 'PutObject', 'AbortMultipartUpload', 'ListMultipartUploadParts'],
};

const record = { function: 'aggregation-athena', settings: { ...settings, engine: 'athena' } };
const row = withExports({ name: 'aggregation-athena', effectClass: 'read-internal' }, [
  record,
  { function: 'conversion', settings: {} },
]);
const made = planes({ release: { functions: [...sampleRelease.functions, row] } });
const without = planes();

const statements = functionRoles(made, ['aggregation-athena']).get('aggregation-athena')?.statements ?? [];
/** Returns an ARN as text, with the logical ids of the resources that it refers to. */
function arnText(of: Planes, value: unknown): string {
  if (typeof value === 'string') return value;
  const named = of.named(value);
  if (named !== undefined) return `<${named.replace(/[0-9A-F]{8}$/, '')}>`;
  const { 'Fn::Join': join } = z.object({ 'Fn::Join': z.tuple([z.string(), z.array(z.unknown())]) }).parse(value);
  return join[1].map((part) => arnText(of, part)).join(join[0]);
}
const rights = (service: string): readonly string[] =>
  statements
    .filter(({ Action }) => Action.some((one) => one.startsWith(`${service}:`)))
    .flatMap(({ Action, Resource }: Statement) =>
      Resource.flatMap((resource) =>
        areaOf(made, resource) === undefined ? Action.map((action) => `${action} ${arnText(made, resource)}`) : [],
      ),
    )
    .sort();

describe('Queries of exported objects', () => {
  it('If no tool queries exported objects, the stack has no workgroup, no Glue table and no interface endpoint', () => {
    for (const type of ['AWS::Athena::WorkGroup', 'AWS::Glue::Database', 'AWS::Glue::Table']) {
      expect(Object.keys(without.of(type)), type).toEqual([]);
    }
    const endpoints = Object.values(without.of('AWS::EC2::VPCEndpoint'));
    expect(endpoints.filter(({ Properties }) => Properties['VpcEndpointType'] === 'Interface')).toEqual([]);
  });

  it('The workgroup fixes the place and key of query results and the limit of scanned data', () => {
    const [workgroup] = Object.values(made.of('AWS::Athena::WorkGroup'));
    expect(workgroup?.Properties).toMatchObject({
      Name: 'LogicPlane-acme-test',
      WorkGroupConfiguration: {
        EnforceWorkGroupConfiguration: true,
        BytesScannedCutoffPerQuery: 10 * 1024 ** 3,
        ResultConfiguration: { EncryptionConfiguration: { EncryptionOption: 'SSE_KMS' } },
      },
    });
    const { ResultConfiguration } = z
      .object({
        ResultConfiguration: z.object({
          OutputLocation: z.unknown(),
          EncryptionConfiguration: z.object({ KmsKey: z.unknown() }),
        }),
      })
      .parse(workgroup?.Properties['WorkGroupConfiguration']);
    expect(arnText(made, ResultConfiguration.OutputLocation)).toBe('s3://<ContentBucket>/query-results/');
    expect(made.named(ResultConfiguration.EncryptionConfiguration.KmsKey)).toMatch(/^Key/);
  });

  it('The results of queries are deleted after one day', () => {
    const [bucket] = Object.values(made.data.findResources('AWS::S3::Bucket')) as { Properties: object }[];
    expect(bucket?.Properties).toMatchObject({
      LifecycleConfiguration: {
        Rules: expect.arrayContaining([
          {
            Prefix: 'query-results/',
            ExpirationInDays: 1,
            NoncurrentVersionExpiration: { NoncurrentDays: 1 },
            Status: 'Enabled',
          },
        ]) as unknown,
      },
    });
  });

  it('Each exported type has one table, with the columns that the tools’ records name and a partition for each snapshot', () => {
    const tables = Object.values(made.of('AWS::Glue::Table')).map(({ Properties }) => Properties);
    expect(tables.map(({ DatabaseName }) => DatabaseName)).toEqual(['logicplane_acme_test', 'logicplane_acme_test']);
    const input = z
      .object({
        Name: z.string(),
        PartitionKeys: z.unknown(),
        Parameters: z.record(z.string(), z.unknown()),
        StorageDescriptor: z.object({
          Location: z.unknown(),
          Columns: z.array(z.object({ Name: z.string(), Type: z.string() })),
        }),
      })
      .parse(tables[0]?.['TableInput']);
    expect(input).toMatchObject({
      Name: 'claim',
      PartitionKeys: [{ Name: 'snapshot', Type: 'string' }],
      Parameters: { 'projection.enabled': 'true', 'projection.snapshot.type': 'injected' },
    });
    expect(arnText(made, input.Parameters['storage.location.template'])).toBe(
      's3://<ContentBucket>/exported/claim/snapshot=${snapshot}/',
    );
    expect(arnText(made, input.StorageDescriptor.Location)).toBe('s3://<ContentBucket>/exported/claim/');
    expect(input.StorageDescriptor.Columns.map(({ Name, Type }) => `${Name} ${Type}`)).toEqual([
      'object_id string',
      'object_line string',
      'object_shard string',
      'object_marks string',
      'boolean_open boolean',
      'currency_estimate string',
      'date_closed_on string',
      'date_loss_date string',
      'decimal_paid__amount decimal(38,18)',
      'decimal_reserve__amount decimal(38,18)',
      'instant_reported_at bigint',
      'integer_passengers bigint',
      'money_estimate decimal(38,18)',
      'text_cause string',
      'text_city string',
    ]);
  });

  it('Only one function may send queries, and its own requests may use only the workgroup', () => {
    expect(rights('athena')).toEqual(
      verbs.athena
        .map(
          (verb) =>
            `athena:${verb} arn:<AWS::Partition>:athena:eu-central-1:111111111111:workgroup/LogicPlane-acme-test`,
        )
        .sort(),
    );
    const ours = statements.filter(({ Action }) => Action.some((one) => one.startsWith('athena:')));
    expect(ours.map(({ Condition }) => Condition)).toEqual([undefined]);
    const others = [...functionRoles(made).values()].flatMap((role) => role.statements.flatMap(({ Action }) => Action));
    expect(others.filter((action) => /^(athena|glue):/.test(action))).toEqual([]);
  });

  it('On behalf of the function, Athena may use only the tables of its types, their files and the results', () => {
    const glue = 'arn:<AWS::Partition>:glue:eu-central-1:111111111111:';
    const tables = [
      'catalog',
      'database/logicplane_acme_test',
      'table/logicplane_acme_test/claim',
      'table/logicplane_acme_test/recourse',
    ];
    expect(rights('glue')).toEqual(
      verbs.glue.flatMap((verb) => tables.map((table) => `glue:${verb} ${glue}${table}`)).sort(),
    );
    const [hex, uuid] = ['?'.repeat(64), '?'.repeat(36)];
    const part = (table: string) => `<ContentBucket>/exported/${table}/snapshot=${hex}/${hex}.parquet`;
    expect(rights('s3')).toEqual(
      [
        ...['claim', 'recourse'].map((table) => `s3:GetObject ${part(table)}`),
        ...['csv', 'csv.metadata'].flatMap((suffix) =>
          verbs.answers.map((verb) => `s3:${verb} <ContentBucket>/query-results/${uuid}.${suffix}`),
        ),
        's3:ListBucket <ContentBucket>',
        's3:GetBucketLocation <ContentBucket>',
      ].sort(),
    );
    const lent = statements.filter(
      ({ Action, Resource }) =>
        Action.some((one) => /^(glue|s3):/.test(one)) && Resource.every((of) => areaOf(made, of) === undefined),
    );
    expect(lent).toHaveLength(5);
    for (const { Condition, Action } of lent) {
      expect(Condition).toEqual({
        'ForAnyValue:StringEquals': { 'aws:CalledVia': 'athena.amazonaws.com' },
        ...(Action.includes('s3:ListBucket')
          ? { StringLike: { 's3:prefix': ['exported/claim/*', 'exported/recourse/*'] } }
          : {}),
      });
    }
  });

  it('The endpoint of Athena allows only the workgroup’s actions and only the isolated functions', () => {
    const endpoints = Object.values(made.of('AWS::EC2::VPCEndpoint')).filter(
      ({ Properties }) => Properties['VpcEndpointType'] === 'Interface',
    );
    expect(endpoints).toHaveLength(1);
    expect(endpoints[0]?.Properties['PolicyDocument']).toMatchObject({
      Statement: [{ Action: verbs.athena.map((verb) => `athena:${verb}`).sort() }],
    });
    const groups = Object.entries(made.of('AWS::EC2::SecurityGroup')).filter(([id]) => id.startsWith('NetworkQueries'));
    const ingress = groups.flatMap(([, { Properties }]) =>
      z.array(z.object({ SourceSecurityGroupId: z.unknown() })).parse(Properties['SecurityGroupIngress']),
    );
    expect(ingress.map(({ SourceSecurityGroupId }) => made.named(SourceSecurityGroupId))).toEqual([
      expect.stringMatching(/^NetworkIsolated/),
    ]);
  });

  it('Only the function that sends queries has the names of workgroup and database in its environment', () => {
    const variables = Object.entries(made.of('AWS::Lambda::Function')).flatMap(([id, { Properties }]) => {
      const { Environment } = z
        .object({ Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).optional() })
        .parse(Properties);
      const { QUERY_WORKGROUP, QUERY_DATABASE } = Environment?.Variables ?? {};
      return QUERY_WORKGROUP === undefined ? [] : [[id.slice(0, 17), QUERY_WORKGROUP, QUERY_DATABASE]];
    });
    expect(variables).toEqual([['aggregationathena', 'LogicPlane-acme-test', 'logicplane_acme_test']]);
  });
});
