import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetActivityTaskCommand,
  CreateActivityCommand,
} from '@aws-sdk/client-sfn';
import { CreateSecretCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { describe, expect, test } from 'vitest';
import { secretsClient, statesClient } from '../../../adapters/aws/client.ts';
import { executionName, executions } from '../../../adapters/aws/executions.ts';
import { secretFetcher } from '../../../adapters/aws/fetch-secret.ts';
import { taskTokens } from '../../../adapters/aws/task-tokens.ts';
import { secretReader } from '../../../adapters/sor/secrets.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { newUuid, taskId } from '../../../contract/dispatch/keys.ts';
import { awsRequest } from '../../../local/cloud/aws-request.ts';
import { localAws } from '../../support/local-aws.ts';

let machineArn = '';
let activityArn = '';
localAws('states', async (cloud) => {
  const trust = {
    Version: '2012-10-17',
    Statement: [{ Effect: 'Allow', Principal: { Service: 'states.amazonaws.com' }, Action: 'sts:AssumeRole' }],
  };
  const role = {
    Action: 'CreateRole',
    Version: '2010-05-08',
    RoleName: 'any',
    AssumeRolePolicyDocument: JSON.stringify(trust),
  };
  await awsRequest(cloud, { service: 'iam', query: role });
  const client = statesClient();
  const activity = await client.send(new CreateActivityCommand({ name: 'wait' }));
  activityArn = activity.activityArn ?? '';
  const definition = {
    StartAt: 'Wait',
    States: { Wait: { Type: 'Task', Resource: activityArn, TimeoutSeconds: 60, End: true } },
  };
  const made = await client.send(
    new CreateStateMachineCommand({
      name: 'waits',
      roleArn: 'arn:aws:iam::000000000000:role/any',
      definition: JSON.stringify(definition),
    }),
  );
  machineArn = made.stateMachineArn ?? '';
});

const start = (id: string, input: object = { taskId: id }) =>
  executions(statesClient()).start({ machineArn, id, generation: 1, input });

const someId = (): string => taskId(`act-${sha256(newUuid())}`, 1);

const statusOf = async (id: string): Promise<string | undefined> => {
  const executionArn = `${machineArn.replace(':stateMachine:', ':execution:')}:${executionName(id, 1)}`;
  return (await statesClient().send(new DescribeExecutionCommand({ executionArn }))).status;
};

describe('Executions and task tokens', () => {
  test('A waiting execution is resumed once; a later attempt with the same token resumes nothing and does not fail', async () => {
    const id = someId();
    expect(await start(id)).toEqual({ found: 'started' });
    const { taskToken = '' } = await statesClient().send(new GetActivityTaskCommand({ activityArn }));
    const tokens = taskTokens(statesClient());
    expect(await tokens.resume(taskToken, { taskId: id })).toBe('resumed');
    await expect.poll(() => statusOf(id)).toBe('SUCCEEDED');
    expect(['gone', 'timed_out', 'invalid']).toContain(await tokens.resume(taskToken, { taskId: id }));
    expect(['gone', 'invalid']).toContain(await tokens.resume('no such token', {}));

    // This execution name was used before. If it is started with another input, the call must fail.
    const again = await start(id, { taskId: id, other: true }).catch((error: unknown) => error);
    expect(again).toMatchObject({ code: 'internal' });
    expect(await start(id)).toEqual({ found: 'earlier', status: 'SUCCEEDED' });
  });

  test('If the state machine does not exist, starting an execution fails with dependency.unavailable', async () => {
    const nowhere = executions(statesClient()).start({
      machineArn: `${machineArn}-none`,
      id: someId(),
      generation: 1,
      input: {},
    });
    await expect(nowhere).rejects.toMatchObject({ code: 'dependency.unavailable' });
  });

  test('The name of an execution has 74 characters for any Task, and an id that gives an invalid name is refused', () => {
    expect(executionName(someId(), 9999)).toHaveLength(74);
    expect(() => executionName('x'.repeat(80), 1)).toThrow(
      'the id and the generation do not form an execution name: use at most 80 characters of A-Z a-z 0-9 _ -',
    );
    expect(() => executionName('a b', 1)).toThrow(
      'the id and the generation do not form an execution name: use at most 80 characters of A-Z a-z 0-9 _ -',
    );
  });
});

describe('Secrets from Secrets Manager', () => {
  test('A secret is cached until its maximum age or until it is forgotten, and is then read again', async () => {
    const client = secretsClient();
    const { ARN = '' } = await client.send(new CreateSecretCommand({ Name: 'sor-read', SecretString: 'first' }));
    const reader = secretReader({ fetchSecret: secretFetcher(client), maxAgeMillis: 60_000 });
    expect(await reader.read(ARN)).toBe('first');
    await client.send(new PutSecretValueCommand({ SecretId: ARN, SecretString: 'second' }));
    expect(await reader.read(ARN)).toBe('first');
    reader.forget(ARN);
    expect(await reader.read(ARN)).toBe('second');
  });

  test('If a secret cannot be read, the read fails with dependency.unavailable', async () => {
    await expect(secretFetcher(secretsClient())('none')).rejects.toMatchObject({ code: 'dependency.unavailable' });
  });
});
