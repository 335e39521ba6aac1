import { randomBytes } from 'node:crypto';
import { account } from './environment.ts';
import type { AwsCredentials } from './signed.ts';

/** Address of a local cloud, with the credentials of its account's root. */
export interface RootAccess {
  readonly endpoint: string;
  readonly credentials: AwsCredentials;
}

/** Returns a new secret for the root of one instance. */
export const newRootSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the credentials of the root. The emulator takes the account of a caller from its access key. */
export const rootCredentials = (secretAccessKey: string): AwsCredentials => ({ accessKeyId: account, secretAccessKey });
