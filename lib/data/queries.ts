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
  /** Name of the stack, which is also the name of its workgroup and, with underscores, of its database. */
  readonly name: string;
  readonly types: readonly ExportedType[];
  readonly content: Content;
  readonly key: CustomerKey;
}

/**
 * Athena ends a query that would scan more than this. The limit is ten times the data of the most objects that a
 * registry record allows, and costs five cents.
 */
const mostBytesScanned = 10 * 1024 ** 3;

const parquet = {
  inputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetInputFormat',
  outputFormat: 'org.apache.hadoop.hive.ql.io.parquet.MapredParquetOutputFormat',
  serdeInfo: { serializationLibrary: 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe' },
};

/**
 * The resources that query exported objects: a workgroup, and a table for each type. No query can override the settings
 * of the workgroup: the place and the key of the results, and the limit of scanned data. Each snapshot is a partition
 * that no catalog lists, so a query must name the snapshot that it reads.
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
    // Names of stacks have no underscores, so two stacks never get the same name of a database.
    this.databaseName = name.toLowerCase().replaceAll('-', '_');
    this.workgroupArn = Stack.of(this).formatArn({ service: 'athena', resource: 'workgroup', resourceName: name });
    const { bucket } = content;
    new CfnWorkGroup(this, 'Workgroup', {
      name,
      description: 'Aggregations of exported objects',
      // The results of queries are not records, so a deletion of the workgroup may delete them.
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
