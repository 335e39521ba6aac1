import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import type { Store } from '../../../contract/functions.ts';
import { startCloud, type Cloud } from '../../../local/cloud.ts';
import { clientEnvironment } from '../../../local/environment.ts';
import { localFolder } from '../../../local/paths.ts';
import { createTables } from '../../support/cloud-tables.ts';
import { faultClient, type SdkCall, type SdkFault } from '../../support/sdk-faults.ts';
import { storeLaws, type StoresUnderTest } from '../stores.ts';

const directory = join(localFolder, `stores-test-${process.pid}`);
let cloud: Cloud | undefined;
let nameOf: (store: Store) => string;

beforeAll(async () => {
  cloud = await startCloud({ directory });
  for (const [name, value] of Object.entries(clientEnvironment(directory, cloud.endpoint))) {
    if (name.startsWith('AWS_')) vi.stubEnv(name, value);
  }
  nameOf = await createTables(dynamoClient(), 'stores');
}, 120_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  await cloud?.stop();
  rmSync(directory, { recursive: true, force: true });
});

storeLaws('in DynamoDB', (): StoresUnderTest => {
  let plan: ((call: SdkCall) => SdkFault | undefined) | undefined;
  let base = 0;
  let seen = 0;
  const client = dynamoClient();
  faultClient(client, () => (call) => {
    seen = call.index + 1;
    return plan?.({ ...call, index: call.index - base });
  });
  return {
    database: new DynamoDatabase(client, nameOf),
    failCall: (index, fault) => {
      base = seen;
      plan = (call) => (call.index === index ? fault : undefined);
    },
    failAll: (fault) => {
      plan = () => fault;
    },
    heal: () => {
      plan = undefined;
    },
  };
});
