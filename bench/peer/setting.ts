import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { dynamoClient } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { secretReader } from '../../adapters/sor/secrets.ts';
import { connectors } from '../../adapters/sor/connectors.ts';
import type { Connectors } from '../../contract/ports.ts';

/** The addresses and the release that a side of the comparison needs. They are plain data, so a worker thread can get them. */
export interface Setting {
  readonly tablesUrl: string;
  readonly sorUrl: string;
  readonly sorToken: string;
  /** The folder of the compiled release of the tenant demo. */
  readonly release: string;
}

export const tablesClient = ({ tablesUrl }: Setting): DynamoDBClient =>
  dynamoClient({
    endpoint: tablesUrl,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'bench', secretAccessKey: 'bench' },
  });

export const databaseOf = (setting: Setting): DynamoDatabase =>
  new DynamoDatabase(tablesClient(setting), (store) => store);

export const connectorsOf = ({ sorToken }: Setting): Connectors =>
  connectors({
    secrets: secretReader({ fetchSecret: async () => sorToken, maxAgeMillis: 300_000 }),
    secretIdOf: (sor) => sor,
  });
