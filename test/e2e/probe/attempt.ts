import type { AwsCall } from '../../../local/cloud/aws-request.ts';
import type { Rights } from './rights.ts';

/** A request that the probe sends with the credentials of a role. */
export interface Attempt {
  /** The operation and its resource, such as `TransactWriteItems Put on tasks`. */
  readonly name: string;
  readonly resource: string;
  /** The right that the request needs, such as `PutItem tasks`. */
  readonly needs: string;
  readonly writes: boolean;
  /** Builds the request. Its keys have the prefix that IAM requires of this owner's keys (`dynamodb:LeadingKeys`). */
  readonly callFor: (owner: Rights | undefined) => AwsCall;
  /** Errors that only an authorized request gets, because the request names something that does not exist. */
  readonly admitted?: readonly string[];
}
