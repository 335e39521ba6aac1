import { Aws, Stack } from 'aws-cdk-lib';
import { CfnWorkGroup } from 'aws-cdk-lib/aws-athena';
import { CfnDatabase, CfnTable } from 'aws-cdk-lib/aws-glue';
import { Construct } from 'constructs';
import { exportPrefixes, exportTable } from '../../contract/rows/exports.ts';
import { snapshotColumn } from '../../patterns/aggregation/exported/columns.ts';
import type { Content } from './content.ts';
import type { CustomerKey } from './customer-key.ts';
import type { ExportedType } from '../deployment.ts';

export interface QueriesProps {
  /** Of the stack: the one name that its workgroup and its database have. */
  readonly name: string;
  readonly types: readonly ExportedType[];
  readonly content: Content;
  readonly key: CustomerKey;
}

/** A query that would scan more is ended: five cents' worth, and ten times what the most objects of a record take. */
const mostBytesScanned = 10 * 1024 ** 3;

const parquet = {
  inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
  outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
  serdeInfo: { serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
};

/**
 * What exported objects are asked by: a workgroup that no query can leave (where answers stand, under which key, how much is
 * scanned), and a table for each type. A snapshot is a partition that no catalog lists: a query must name the one that it
 * reads.
 */
export class Queries extends Construct {
  readonly workgroupArn: string;
  readonly workgroupName: string;
  readonly databaseName: string;
  readonly types: readonly ExportedType[];

  constructor(scope: Construct, id: string, { name, types, content, key }: QueriesProps) {
    super(scope, id);
    this.types = types;
    this.workgroupName = name;
    // Names of stacks have no underscores: no two of them become one.
    this.databaseName = name.toLowerCase().replaceAll('-', '_');
    this.workgroupArn = Stack.of(this).formatArn({ service: 'athena', resource: 'workgroup', resourceName: name });
    const { bucket } = content;
    new CfnWorkGroup(this, 'Workgroup', {
      name,
      description: 'Aggregations of exported objects',
      // Made anew at any time: what its queries answered is no record.
      recursiveDeleteOption: true,
      workGroupConfiguration: {
        enforceWorkGroupConfiguration: true,
        bytesScannedCutoffPerQuery: mostBytesScanned,
        publishCloudWatchMetricsEnabled: true,
        requesterPaysEnabled: false,
        engineVersion: { selectedEngineVersion: 'Athena engine version 3' },
        resultConfiguration: {
          outputLocation: bucket.s3UrlForObject(`${exportPrefixes.answers}/`),
          encryptionConfiguration: { encryptionOption: 'SSE_KMS', kmsKey: key.keyArn },
        },
      },
    });
    const database = new CfnDatabase(this, 'Database', {
      catalogId: Aws.ACCOUNT_ID,
      databaseInput: { name: this.databaseName, description: 'Exported objects' },
    });
    for (const type of types) this.addTable(type, content, database);
  }

  private addTable({ type, columns }: ExportedType, { bucket }: Content, database: CfnDatabase): void {
    const location = bucket.s3UrlForObject(`${exportPrefixes.exported}/${exportTable(type)}/`);
    const table = new CfnTable(this, type, {
      catalogId: Aws.ACCOUNT_ID,
      databaseName: this.databaseName,
      tableInput: {
        name: exportTable(type),
        tableType: 'EXTERNAL_TABLE',
        partitionKeys: [{ name: snapshotColumn, type: 'string' }],
        parameters: {
          classification: 'parquet',
          EXTERNAL: 'TRUE',
          'projection.enabled': 'true',
          [`projection.${snapshotColumn}.type`]: 'injected',
          'storage.location.template': `${location}${snapshotColumn}=\${${snapshotColumn}}/`,
        },
        storageDescriptor: { ...parquet, location, columns: columns.map(({ name, type: of }) => ({ name, type: of })) },
      },
    });
    table.addResourceDependency(database);
  }
}
