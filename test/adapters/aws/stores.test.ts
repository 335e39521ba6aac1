import { dynamoClient } from '../../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../../adapters/aws/dynamo-database.ts';
import type { Store } from '../../../contract/platform/functions.ts';
import { createTables } from '../../support/cloud-tables.ts';
import { localAws } from '../../support/local-aws.ts';
import { faultClient, type SdkCall, type SdkFault } from '../../support/sdk-faults.ts';
import { storeLaws } from '../stores/laws.ts';
import type { StoresUnderTest } from '../stores/under-test.ts';

let nameOf: (store: Store) => string;

localAws('stores', async () => {
  nameOf = await createTables(dynamoClient(), 'stores');
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
