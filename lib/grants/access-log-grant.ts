import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { environment } from '../../contract/platform/environment.ts';
import type { Deployment } from '../deployment.ts';
import type { Access } from './access.ts';
import type { Grant } from './store-grants.ts';

/** The right to read the access log of the API's gateway. */
export const accessLogReading = (group: ILogGroup): PolicyStatement =>
  new PolicyStatement({ actions: ['logs:FilterLogEvents'], resources: [group.logGroupArn] });

/** Grants a function the access log. Its gateway writes none in the local cloud, so the function there gets no name. */
export const accessLogGrant = (
  { readsAccessLog = false }: Access,
  group: ILogGroup,
  { local }: Pick<Deployment, 'local'>,
): Grant =>
  readsAccessLog
    ? {
        statements: [accessLogReading(group)],
        environment: local ? {} : { [environment.accessLog]: group.logGroupName },
      }
    : { statements: [], environment: {} };
