import { awsRequest } from './aws-request.ts';
import type { RootAccess } from './root-access.ts';
import type { AwsCredentials } from './signed.ts';

const member = (xml: string, name: string): string => {
  const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  if (found === undefined) throw new Error(`The response of STS has no ${name}.`);
  return found;
};

/**
 * Returns credentials of a role of the local cloud, assumed by the account's root. Tests use them to try what a
 * function may do.
 * @throws if STS refuses
 */
export const assumeRole = async (cloud: RootAccess, roleArn: string): Promise<AwsCredentials> => {
  const query = { Action: 'AssumeRole', Version: '2011-06-15', RoleArn: roleArn, RoleSessionName: 'probe' };
  const { status, body } = await awsRequest(cloud, { service: 'sts', query });
  if (status !== 200)
    throw new Error(`STS refused to assume ${roleArn} with status ${status}: ${member(body, 'Code')}.`);
  return {
    accessKeyId: member(body, 'AccessKeyId'),
    secretAccessKey: member(body, 'SecretAccessKey'),
    sessionToken: member(body, 'SessionToken'),
  };
};
