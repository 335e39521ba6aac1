import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Role } from 'aws-cdk-lib/aws-iam';
import { environment } from '../../contract/platform/environment.ts';
import { acknowledge } from '../acknowledge.ts';
import type { BundledRelease } from '../deployment.ts';
import type { Access } from './access.ts';
import { scanActions } from './actions.ts';
import type { Grant } from './store-grants.ts';

/** True if a function reads scans and the tenant has configured a reader of scans. */
export const mayReadScans = (
  { readsScans }: Pick<Access, 'readsScans'>,
  { textract }: Pick<BundledRelease, 'textract'>,
): boolean => readsScans && textract;

/**
 * Grants the jobs of Amazon Textract that find text, only if the tenant has configured it. Textract reads the stored
 * object with the rights of the function, which may read sources anyway.
 */
export function scanGrant(access: Access, release: Pick<BundledRelease, 'textract'>): Grant {
  if (!mayReadScans(access, release)) return { statements: [], environment: {} };
  return {
    statements: [new PolicyStatement({ actions: [...scanActions], resources: ['*'] })],
    environment: { [environment.scanReader]: 'textract' },
  };
}

/** Accepts the finding of cdk-nag for the resource `*`, because the jobs of Textract have no ARN. */
export function acknowledgeScans(role: Role, access: Access, release: Pick<BundledRelease, 'textract'>): void {
  if (!mayReadScans(access, release)) return;
  acknowledge(
    role,
    'AwsSolutions-IAM5[Resource::*]',
    'Amazon Textract has no resources: a job is named only by its id. The role may start and read text detection, and nothing else.',
  );
}
