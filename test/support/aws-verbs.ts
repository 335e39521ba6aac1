import type { MachineCall, StoreUse } from '../../contract/platform/functions.ts';

/**
 * The DynamoDB action, as IAM names it, that each use of a store needs. `lib/` has the same table. This second copy is
 * deliberate, because the tests check `lib/` against it.
 */
export const awsVerbs: Readonly<Record<StoreUse, string>> = {
  read: 'GetItem',
  readMany: 'BatchGetItem',
  put: 'PutItem',
  update: 'UpdateItem',
  query: 'Query',
};

/** The IAM action that each call of a state machine needs. */
export const awsCalls: Readonly<Record<MachineCall, string>> = {
  resumeWait: 'states:SendTaskSuccess',
  startApproval: 'states:StartExecution',
  findApproval: 'states:DescribeExecution',
};
