import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { assumeRole } from '../../local/cloud/assume-role.ts';
import { awsRequest } from '../../local/cloud/aws-request.ts';
import type { AwsCredentials } from '../../local/cloud/signed.ts';
import { eventOf } from '../docs/event.ts';
import { deployedResources } from './probe/resources.ts';
import { claimsOf, tokenOf } from './support/ask.ts';
import { openTask, readTask } from './support/reserve.ts';
import { answered, taskRead } from './support/shapes.ts';
import { decisionsOf } from './support/two-approvers.ts';

const { demo } = inject('deployment');
const RoleName = 'may-invoke-decide';
let functionName: string;
let invoker: AwsCredentials;

const iam = async (query: Readonly<Record<string, string>>): Promise<void> => {
  const call = { service: 'iam', query: { Version: '2010-05-08', RoleName, ...query } };
  const { status, body } = await awsRequest(demo, call);
  if (status !== 200) throw new Error(`IAM refuses ${query['Action']} with status ${status}: ${body}`);
};
const policy = (statement: object): string =>
  JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] });

beforeAll(async () => {
  const functions = (await deployedResources(demo)).filter(({ type }) => type === 'AWS::Lambda::Function');
  functionName = functions.find(({ logicalId }) => logicalId.startsWith('decideFunction'))?.physicalId ?? '';
  const trust = policy({ Principal: { AWS: 'arn:aws:iam::000000000000:root' }, Action: 'sts:AssumeRole' });
  const right = policy({ Action: 'lambda:InvokeFunction', Resource: `arn:aws:lambda:*:*:function:${functionName}` });
  await iam({ Action: 'CreateRole', AssumeRolePolicyDocument: trust });
  await iam({ Action: 'PutRolePolicy', PolicyName: 'invoke', PolicyDocument: right });
  invoker = await assumeRole(demo, `arn:aws:iam::000000000000:role/${RoleName}`);
});
afterAll(async () => {
  await iam({ Action: 'DeleteRolePolicy', PolicyName: 'invoke' });
  await iam({ Action: 'DeleteRole' });
});

const json = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns a token with the same claims and key id, signed with a key of the attacker. */
function forged(token: string): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const [header = '', payload = ''] = token.split('.');
  const signed = `${header}.${payload}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
}

it('A forged Lambda event of a role that may invoke `decide` decides nothing, unless it has the approver’s own token', async () => {
  const open = await openTask({ claim: 'CLM-2026-000066' });
  const token = await tokenOf('approver-1');
  const claims = Object.fromEntries(Object.entries(claimsOf(token)).map(([name, value]) => [name, String(value)]));
  const invoke = async (authorization: string | undefined, decision = 'grant') => {
    const { event } = eventOf(
      {
        by: 'approver-1',
        method: 'POST',
        path: `/v1/tasks/${open.taskId}/decision`,
        headers: { 'content-type': 'application/json', ...(authorization === undefined ? {} : { authorization }) },
        body: { decision, digest: open.shown.task.digest, reason: 'Forged' },
      },
      [{ name: 'decide', route: 'POST /v1/tasks/{id}/decision' }],
    );
    const jwt = { claims: { ...claims, 'cognito:groups': '[approvers]' }, scopes: [] };
    const authorizer = { ...event.requestContext.authorizer, jwt };
    const input = { ...event, requestContext: { ...event.requestContext, authorizer } };
    const path = `/2015-03-31/functions/${functionName}/invocations`;
    const { body } = await awsRequest(
      demo,
      { service: 'lambda', method: 'POST', path, input },
      { credentials: invoker },
    );
    const answer = z.object({ statusCode: z.number(), body: z.string() }).parse(JSON.parse(body));
    return {
      status: answer.statusCode,
      code: z.looseObject({ code: z.string().optional() }).parse(JSON.parse(answer.body)).code,
    };
  };
  const [header = '', payload = ''] = token.split('.');
  const attacks = {
    'no token': undefined,
    'a token without a signature': `Bearer ${json({ alg: 'none' })}.${payload}.`,
    'a token whose signature was cut off': `Bearer ${header}.${payload}.AAAA`,
    'a token that the attacker signed': `Bearer ${forged(token)}`,
    'the token of another approver': `Bearer ${await tokenOf('approver-2')}`,
    'the token of an agent': `Bearer ${await tokenOf('claims-agent')}`,
    'the secret name of an approver': 'Basic YXBwcm92ZXItMQ==',
  };
  for (const [name, authorization] of Object.entries(attacks))
    expect(await invoke(authorization), name).toEqual({ status: 401, code: 'token.unfit' });
  expect(await decisionsOf([open.taskId])).toEqual([0]);
  expect(answered(await readTask('approver-1', open.taskId), taskRead).task.state).toBe('open');
  // The same event with the approver's own token decides, so nothing but the token was missing.
  expect((await invoke(`Bearer ${token}`, 'deny')).status).toBe(200);
  expect(await decisionsOf([open.taskId])).toEqual([1]);
});
