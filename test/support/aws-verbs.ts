import type { MachineCall, StoreUse } from '../../contract/platform/functions.ts';

/**
 * The verb that AWS authorizes for each use of a store. It is written down a second time, because `lib/` is what the tests
 * check.
 */
export const awsVerbs: Readonly<Record<StoreUse, string>> = {
  read: 'GetItem',
  readMany: 'BatchGetItem',
  put: 'PutItem',
  update: 'UpdateItem',
  query: 'Query',
};

/** The action that AWS authorizes for each call of a state machine. */
export const awsCalls: Readonly<Record<MachineCall, string>> = {
  resumeWait: 'states:SendTaskSuccess',
  startApproval: 'states:StartExecution',
  findApproval: 'states:DescribeExecution',
};
