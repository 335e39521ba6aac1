import type { AwsCall } from '../../../local/cloud/aws-request.ts';
import type { Rights } from './rights.ts';

/** One request that a role may send or not. */
export interface Attempt {
  /** The action and what it is tried on, as in `TransactWriteItems Put on tasks`. */
  readonly name: string;
  readonly resource: string;
  /** The right that lets it through, as in `PutItem tasks`. */
  readonly needs: string;
  readonly writes: boolean;
  /** Tried by or for this owner, whose keys it takes: AWS holds them to its leading keys. */
  readonly callFor: (owner: Rights | undefined) => AwsCall;
  /** Errors that only a request past its authorization gets: what it names is not there, on purpose. */
  readonly admitted?: readonly string[];
}
