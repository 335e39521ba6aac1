import type { ContentGrant, MachineCall, StoreUse } from '../../contract/platform/functions.ts';

/** The IAM action for each use of a store. */
export const storeActions = {
  read: 'dynamodb:GetItem',
  readMany: 'dynamodb:BatchGetItem',
  put: 'dynamodb:PutItem',
  update: 'dynamodb:UpdateItem',
  query: 'dynamodb:Query',
} as const satisfies Record<StoreUse, string>;

/** The IAM action for each use of an area of the content store. */
export const contentActions = {
  read: 's3:GetObject',
  write: 's3:PutObject',
} as const satisfies Record<keyof ContentGrant, string>;

/** The IAM actions of a function that reads single humans of the user pool and their groups. */
export const peopleActions = ['cognito-idp:AdminGetUser', 'cognito-idp:AdminListGroupsForUser'] as const;

/** The IAM actions of a function that reads scans with Amazon Textract. */
export const scanActions = ['textract:StartDocumentTextDetection', 'textract:GetDocumentTextDetection'] as const;

/** The IAM actions of a function that publishes notifications, and those of the queue of retries, which Lambda reads for it. */
export const notifyActions = {
  topic: 'sns:Publish',
  bus: 'events:PutEvents',
  retries: ['sqs:SendMessage', 'sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
} as const;

/** The IAM action for each call of the approval machine. */
export const machineActions = {
  resumeWait: 'states:SendTaskSuccess',
  startApproval: 'states:StartExecution',
  findApproval: 'states:DescribeExecution',
} as const satisfies Record<MachineCall, string>;

/**
 * IAM actions of a function that queries exported objects. Each row has its own resources: the workgroup, the tables of
 * the types that its tools name, their files, the results, and the bucket. Athena performs all rows but the first on
 * behalf of the function.
 */
export const queryActions = {
  workgroup: [
    'athena:StartQueryExecution',
    'athena:GetQueryExecution',
    'athena:GetQueryResults',
    'athena:StopQueryExecution',
  ],
  tables: ['glue:GetDatabase', 'glue:GetTable', 'glue:GetPartition', 'glue:GetPartitions'],
  exported: ['s3:GetObject'],
  answers: ['s3:GetObject', 's3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
  listed: ['s3:ListBucket'],
  bucket: ['s3:GetBucketLocation'],
} as const;
