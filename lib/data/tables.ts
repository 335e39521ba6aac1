import { RemovalPolicy } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableEncryptionV2,
  TableV2,
  type GlobalSecondaryIndexPropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { Store } from '../../contract/platform/functions.ts';
import { storeLayouts, type IndexLayout, type TableLayout } from '../../contract/platform/stores.ts';

export interface TablesProps {
  readonly key: IKey;
  readonly destroyable: boolean;
}

/**
 * The stores, one DynamoDB table each: on-demand capacity, recoverable to any second of the last 35 days, encrypted
 * with the customer key.
 */
export class Tables extends Construct {
  readonly of: Readonly<Record<Store, TableV2>>;

  constructor(scope: Construct, id: string, { key, destroyable }: TablesProps) {
    super(scope, id);
    const table = (store: Store): TableV2 => {
      const { indexes, stream, ttl }: TableLayout = storeLayouts[store];
      return new TableV2(this, store, {
        partitionKey: { name: 'pk', type: AttributeType.STRING },
        billing: Billing.onDemand(),
        encryption: TableEncryptionV2.customerManagedKey(key),
        pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
        deletionProtection: !destroyable,
        removalPolicy: destroyable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
        globalSecondaryIndexes: Object.entries(indexes).map(([name, layout]) => indexOf(name, layout)),
        ...(stream === undefined ? {} : { dynamoStream: StreamViewType[stream] }),
        ...(ttl === undefined ? {} : { timeToLiveAttribute: ttl }),
      });
    };
    this.of = {
      ledger: table('ledger'),
      actions: table('actions'),
      tasks: table('tasks'),
      decisions: table('decisions'),
      threads: table('threads'),
      runs: table('runs'),
      sources: table('sources'),
      objects: table('objects'),
      head: table('head'),
      releases: table('releases'),
      audit: table('audit'),
      log: table('log'),
    };
  }

  /** Returns the ARN of a store's table. For queries it adds the ARN of each index. */
  arns(store: Store, query: boolean): string[] {
    const { tableArn } = this.of[store];
    const indexes = query ? Object.keys(storeLayouts[store].indexes) : [];
    return [tableArn, ...indexes.map((name) => `${tableArn}/index/${name}`)];
  }
}

const indexOf = (indexName: string, { partition, sort, projects }: IndexLayout): GlobalSecondaryIndexPropsV2 => ({
  indexName,
  partitionKey: { name: partition, type: AttributeType.STRING },
  sortKey: { name: sort, type: AttributeType.STRING },
  ...(projects === undefined
    ? { projectionType: ProjectionType.ALL }
    : { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...projects] }),
});
