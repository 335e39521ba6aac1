import type { MachineCall, StoreUse } from '../../contract/platform/functions.ts';

/**
 * The IAM action on a table that each use of a store needs, without its service prefix. It is a second copy on purpose,
 * because the tests check the copy in `lib/` against it.
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
