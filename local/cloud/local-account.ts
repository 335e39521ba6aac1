import { awsRequest } from './aws-request.ts';
import { account } from './environment.ts';
import { LocalFailure } from './failure.ts';
import type { RootAccess } from './root-access.ts';

/**
 * Checks that an endpoint is a local cloud: it is on the loopback, and STS answers the account of zeros.
 * @throws {LocalFailure} if it is anything else
 */
export const requireLocalAccount = async (cloud: RootAccess): Promise<void> => {
  const { endpoint } = cloud;
  const { hostname } = new URL(endpoint);
  if (hostname !== '127.0.0.1') {
    throw new LocalFailure({
      what: `${endpoint} is not a local cloud.`,
      why: `Its host is ${hostname}, not 127.0.0.1.`,
      next: 'Run npm stop, then npm start.',
    });
  }
  const query = { Action: 'GetCallerIdentity', Version: '2011-06-15' };
  const { status, body } = await awsRequest(cloud, { service: 'sts', query }, { timeoutMillis: 10_000 });
  const found = /<Account>(\d+)<\/Account>/.exec(body)?.[1];
  if (status !== 200 || found !== account) {
    throw new LocalFailure({
      what: `${endpoint} is not a local cloud.`,
      why: `STS answers ${found === undefined ? `status ${status}` : `account ${found}`}, not account ${account}.`,
      next: 'Run npm stop, then npm start.',
    });
  }
};
