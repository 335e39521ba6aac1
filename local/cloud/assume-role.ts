import { type AwsCredentials, awsRequest } from './aws-request.ts';

const member = (xml: string, name: string): string => {
  const found = new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];
  if (found === undefined) throw new Error(`The answer of STS has no ${name}.`);
  return found;
};

/**
 * The credentials of a role of the local cloud, lent to its root: what a function may do can so be tried for real.
 *
 * @throws where STS refuses
 */
export const assumeRole = async (endpoint: string, roleArn: string): Promise<AwsCredentials> => {
  const query = { Action: 'AssumeRole', Version: '2011-06-15', RoleArn: roleArn, RoleSessionName: 'probe' };
  const { status, body } = await awsRequest(endpoint, { service: 'sts', query });
  if (status !== 200) throw new Error(`STS refuses ${roleArn} with status ${status}: ${member(body, 'Code')}.`);
  return {
    accessKeyId: member(body, 'AccessKeyId'),
    secretAccessKey: member(body, 'SecretAccessKey'),
    sessionToken: member(body, 'SessionToken'),
  };
};
