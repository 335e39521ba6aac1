import type { RootAccess } from '../../../local/cloud/root-access.ts';
import { z } from 'zod';
import { type AwsCall, awsRequest } from '../../../local/cloud/aws-request.ts';

/** One resource of a stack, as CloudFormation lists it. */
export interface Resource {
  readonly logicalId: string;
  readonly physicalId: string;
  readonly type: string;
}

const stacksOf = (tenant: string): readonly string[] => [
  `LogicPlane-${tenant}-local-Data`,
  `LogicPlane-${tenant}-local`,
];

/** Sends a call as the account's root. @returns the body of the answer @throws if the status is not 200 */
async function answerOf(cloud: RootAccess, call: AwsCall): Promise<string> {
  const { status, body } = await awsRequest(cloud, call);
  if (status !== 200) throw new Error(`${call.service} answered ${status}`);
  return body;
}

/** Lists all resources of both stacks of a tenant. */
export async function deployedResources(cloud: RootAccess, tenant = 'demo'): Promise<readonly Resource[]> {
  return (await Promise.all(stacksOf(tenant).map((stack) => resourcesOf(cloud, stack)))).flat();
}

async function resourcesOf(cloud: RootAccess, StackName: string): Promise<readonly Resource[]> {
  const found: Resource[] = [];
  for (let token: string | undefined = ''; token !== undefined;) {
    const page = token === '' ? {} : { NextToken: token };
    const query = { Action: 'ListStackResources', Version: '2010-05-15', StackName, ...page };
    const xml = await answerOf(cloud, { service: 'cloudformation', query });
    found.push(...xml.split('<member>').slice(1).map(resourceOf));
    token = /<NextToken>([^<]+)<\/NextToken>/.exec(xml)?.[1];
  }
  return found;
}

function resourceOf(xml: string): Resource {
  const member = (name: string): string => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return {
    logicalId: member('LogicalResourceId'),
    physicalId: member('PhysicalResourceId'),
    type: member('ResourceType'),
  };
}

/** Returns the ARN of the role that a function runs as. */
export async function roleOfFunction(cloud: RootAccess, name: string): Promise<string> {
  const path = `/2015-03-31/functions/${name}/configuration`;
  const body = await answerOf(cloud, { service: 'lambda', method: 'GET', path });
  return z.object({ Role: z.string() }).parse(JSON.parse(body)).Role;
}

/** Returns the bucket and the key of the release's file, from the environment of the function that stores it. */
export async function packageOf(
  cloud: RootAccess,
  name: string,
): Promise<{ readonly bucket: string; readonly key: string }> {
  const path = `/2015-03-31/functions/${name}/configuration`;
  const body = await answerOf(cloud, { service: 'lambda', method: 'GET', path });
  const shape = z.object({
    Environment: z.object({ Variables: z.object({ PACKAGE_BUCKET: z.string(), PACKAGE_KEY: z.string() }) }),
  });
  const { PACKAGE_BUCKET: bucket, PACKAGE_KEY: key } = shape.parse(JSON.parse(body)).Environment.Variables;
  return { bucket, key };
}

/** Returns the ARN of the role that a state machine runs as. */
export async function roleOfMachine(cloud: RootAccess, stateMachineArn: string): Promise<string> {
  const target = 'AWSStepFunctions.DescribeStateMachine';
  const body = await answerOf(cloud, { service: 'states', target, input: { stateMachineArn }, version: '1.0' });
  return z.object({ roleArn: z.string() }).parse(JSON.parse(body)).roleArn;
}
