import type { AwsCall } from '../../../local/cloud/aws-request.ts';
import type { Rights } from './rights.ts';

/** One request, which a role may or may not be allowed to send. */
export interface Attempt {
  /** The action and its resource, for example `TransactWriteItems Put on tasks`. */
  readonly name: string;
  readonly resource: string;
  /** The right that admits it, for example `PutItem tasks`. */
  readonly needs: string;
  readonly writes: boolean;
  /** Builds the request with keys of this owner, because AWS restricts an owner to its leading keys. */
  readonly callFor: (owner: Rights | undefined) => AwsCall;
  /** Errors that only an authorized request gets: on purpose, the request names something that does not exist. */
  readonly admitted?: readonly string[];
}
