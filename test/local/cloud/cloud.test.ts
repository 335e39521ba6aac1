import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { assumeRole } from '../../../local/cloud/assume-role.ts';
import { type AwsCall, awsRequest } from '../../../local/cloud/aws-request.ts';
import type { AwsCredentials } from '../../../local/cloud/signed.ts';
import { type Cloud, startCloud } from '../../../local/cloud/cloud.ts';
import { stopCloud } from '../../../local/cloud/cloud-state.ts';
import { agentToken, loginToken, putLogin } from '../../../local/demo/cognito.ts';
import { deploy } from '../../../local/cloud/deploy.ts';
import { nodeBinary } from '../../../local/cloud/node-binary.ts';
import { localFolder, projectRoot } from '../../../local/cloud/paths.ts';
import { groupMembers } from '../../../local/cloud/processes.ts';
import { template } from './template.ts';
import { eventually } from '../../support/eventually.ts';

const poison = {
  AWS_PROFILE: 'production',
  AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
};

const folder = `cloud-test-${process.pid}`;
const directory = (name: string): string => join(localFolder, folder, name);
let cloud: Cloud;
let outputs: Record<string, string> = {};

beforeAll(async () => {
  for (const [name, value] of Object.entries(poison)) vi.stubEnv(name, value);
  cloud = await startCloud({ directory: directory('a') });
});

afterAll(async () => {
  vi.unstubAllEnvs();
  for (const name of ['a', 'b', 'c']) await stopCloud(directory(name));
  rmSync(join(localFolder, folder), { recursive: true, force: true });
});

/** Starts another process that starts a cloud in a folder, reports it, runs `then`, and stays until it is ended. */
const startElsewhere = async (name: string, then = '') => {
  const script = `import { startCloud } from ${JSON.stringify(join(projectRoot, 'local', 'cloud', 'cloud.ts'))}
    const cloud = await startCloud({ directory: ${JSON.stringify(directory(name))} })
    ${then}
    console.log(cloud.pid)
    setInterval(() => {}, 1000)`;
  const child = spawn(nodeBinary(), ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(child.stdout.setEncoding('utf8'), 'data');
  return { child, pid: z.coerce.number().int().parse(line) };
};

describe('The local cloud', () => {
  test('If a local cloud already runs in the folder, startCloud returns it instead of starting another', async () => {
    const again = await startCloud({ directory: directory('a') });
    expect([again.pid, again.endpoint, again.reused]).toEqual([cloud.pid, cloud.endpoint, true]);
  });

  test('If the cloud already runs on one port, a start on another port is refused', async () => {
    const port = Number(new URL(cloud.endpoint).port);
    await expect(startCloud({ directory: directory('a'), gatewayPort: port + 1 })).rejects.toThrow(
      `It is already running on port ${port}`,
    );
  });

  test('The folder of a local cloud is closed to other users of the machine, even if an earlier build made it', async () => {
    expect(statSync(directory('a')).mode & 0o777).toBe(0o700);
    chmodSync(directory('a'), 0o755);
    await startCloud({ directory: directory('a') });
    expect(statSync(directory('a')).mode & 0o777).toBe(0o700);
  });

  test('A folder outside of .local is refused', async () => {
    await expect(startCloud({ directory: 'elsewhere' })).rejects.toThrow(RangeError);
  });

  test('If another program has the port, the start fails with one line that says so, and leaves no files', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const start = startCloud({ directory: directory('b'), gatewayPort: port });
    await expect(start).rejects.toMatchObject({
      what: `The local cloud cannot use port ${port}.`,
      why: 'Another program is listening on it.',
    });
    expect(readdirSync(directory('b'))).toEqual([]);
    server.close();
  });

  test('If a deploy fails, the error has what the CDK app printed', async () => {
    const app = directory('app');
    mkdirSync(app, { recursive: true });
    writeFileSync(join(app, 'cdk.json'), '{ "app": "node app.mjs" }');
    writeFileSync(join(app, 'app.mjs'), 'console.error("error: no tenant nope, there is demo"); process.exit(1)');
    const lines: string[] = [];
    const failed = deploy(cloud, {
      tenant: 'nope',
      stage: 'local',
      outputsFile: join(app, 'outputs.json'),
      cwd: app,
      onProgress: (line) => lines.push(line),
    });
    await expect(failed).rejects.toMatchObject({ what: 'cdk deploy failed.' });
    await expect(failed).rejects.toThrow('error: no tenant nope, there is demo');
    expect(lines).toContain('error: no tenant nope, there is demo');
  });
});

describe('The emulator with its repairs', () => {
  const query = async (Action: string, more: Record<string, string>): Promise<string> => {
    const call = { service: 'cloudformation', query: { Action, Version: '2010-05-15', StackName: 'Test', ...more } };
    const { status, body } = await awsRequest(cloud, call);
    expect([status, body]).toEqual([200, expect.anything()]);
    return body;
  };
  const ask = async (
    call: AwsCall,
    as?: AwsCredentials,
  ): Promise<{ status: number; answer: Record<string, unknown> }> => {
    const { status, body } = await awsRequest(cloud, call, { credentials: as });
    return { status, answer: z.record(z.string(), z.unknown()).parse(JSON.parse(body)) };
  };
  const states = (operation: string, input: object): AwsCall => ({
    service: 'states',
    target: `AWSStepFunctions.${operation}`,
    input,
    version: '1.0',
  });
  const secret = (SecretId: string): AwsCall => ({
    service: 'secretsmanager',
    target: 'secretsmanager.GetSecretValue',
    input: { SecretId },
  });

  beforeAll(async () => {
    await query('CreateStack', { TemplateBody: template, 'Capabilities.member.1': 'CAPABILITY_IAM' });
    const body = await vi.waitFor(async () => {
      const text = await query('DescribeStacks', {});
      if (!text.includes('CREATE_COMPLETE')) throw new Error(text);
      return text;
    }, eventually);
    const pairs = body.matchAll(/<OutputKey>(\w+)<\/OutputKey>\s*<OutputValue>([^<]+)<\/OutputValue>/g);
    outputs = Object.fromEntries([...pairs].map(([, key, value]) => [key, value]));
  });

  test('A role can read only the secret whose ARN it is granted', async () => {
    const role = await assumeRole(cloud, outputs['Role'] ?? '');
    expect(outputs['Read']).toMatch(/^arn:aws:secretsmanager:/);
    expect(await ask(secret(outputs['Read'] ?? ''), role)).toMatchObject({
      status: 200,
      answer: { SecretString: expect.stringMatching(/^.{32}$/) },
    });
    expect(await ask(secret(outputs['Write'] ?? ''), role)).toMatchObject({
      status: 403,
      answer: { __type: 'AccessDeniedException' },
    });
  });

  const execute = async (seconds: unknown): Promise<{ error: string; seen: { node: string; env: object } }> => {
    const input = JSON.stringify({ seconds });
    const started = await ask(states('StartExecution', { stateMachineArn: outputs['Machine'], input }));
    const ended = await vi.waitFor(async () => {
      const { answer } = await ask(states('DescribeExecution', { executionArn: started.answer['executionArn'] }));
      expect(answer['status']).toBe('SUCCEEDED');
      return z.string().parse(answer['output']);
    }, eventually);
    const seen = z.object({ node: z.string(), env: z.record(z.string(), z.string()) });
    return z.object({ error: z.string(), seen }).parse(JSON.parse(ended));
  };

  test('A Task state whose TimeoutSeconds is an expression times out after that many seconds', async () => {
    expect((await execute(1)).error).toBe('States.Timeout');
  });

  test.each([0, 1.5, 'soon'])(
    'If the expression of TimeoutSeconds gives %s, the state fails with a query error',
    async (seconds) => {
      expect((await execute(seconds)).error).toBe('States.QueryEvaluationError');
    },
  );

  test('A failed function call has the name of its error, so that a Retry by that name matches', async () => {
    const path = `/2015-03-31/functions/${outputs['Function']}/invocations`;
    const input = { fail: 'dependency.unavailable' };
    const { answer } = await ask({ service: 'lambda', method: 'POST', path, input });
    expect(answer).toMatchObject({ errorType: 'dependency.unavailable', errorMessage: 'away' });
  });

  test('A function runs on the project’s Node and sees no environment variable of the caller', async () => {
    const { node, env } = (await execute(0)).seen;
    expect(node).toMatch(/^v2[246]\./);
    expect(env).toMatchObject({ AWS_ENDPOINT_URL: cloud.endpoint });
    for (const name of ['AWS_PROFILE', 'HTTPS_PROXY', 'HTTP_PROXY', 'PYTHONPATH']) expect(env).not.toHaveProperty(name);
  });
});

describe('Tokens of the local cloud', () => {
  const claims = (token: string): unknown =>
    JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const agent = () => ({ poolId: outputs['Pool'] ?? '', clientId: outputs['Agent'] ?? '' });

  test('The token of an agent has the scope of its definition', async () => {
    const token = await agentToken(cloud, { ...agent(), scope: 'agent/claims-agent' });
    expect(claims(token)).toMatchObject({ token_use: 'access', scope: 'agent/claims-agent', sub: outputs['Agent'] });
  });

  test('An agent gets no token for a scope that is not its own', async () => {
    await expect(agentToken(cloud, { ...agent(), scope: 'agent/other' })).rejects.toThrow('status 400');
  });

  test('The token of a login has its groups, even if putLogin was called twice for it', async () => {
    const login = { poolId: outputs['Pool'] ?? '', username: 'approver-1', password: 'Of-the-test-1' };
    for (let time = 0; time < 2; time += 1) await putLogin(cloud, { ...login, groups: ['approvers'] });
    const token = await loginToken(cloud, { ...login, clientId: outputs['Console'] ?? '' });
    expect(claims(token)).toMatchObject({ username: 'approver-1', 'cognito:groups': ['approvers'] });
    const wrong = { ...login, clientId: outputs['Console'] ?? '', password: 'Of-the-test-2' };
    await expect(loginToken(cloud, wrong)).rejects.toThrow('NotAuthorizedException');
  });
});

describe('The processes of a local cloud', () => {
  test('If a cloud is stopped, its process and its Lambda workers end', async () => {
    const members = groupMembers(cloud.pid);
    expect(members.some(({ command }) => command.includes('_worker.js'))).toBe(true);
    await cloud.stop();
    expect(groupMembers(cloud.pid)).toEqual([]);
    expect(existsSync(join(directory('a'), 'state.json'))).toBe(false);
  });

  test.each(['SIGINT', 'SIGKILL'] as const)(
    'If %s ends the process that started the cloud, all processes of the cloud end',
    async (signal) => {
      const { child, pid } = await startElsewhere('b');
      expect(groupMembers(pid).length).toBeGreaterThan(0);
      child.kill(signal);
      await vi.waitFor(() => expect(groupMembers(pid)).toEqual([]), eventually);
    },
  );

  test('If `keep` was called, the cloud still runs after the process that started it has ended, until it is stopped', async () => {
    const { child, pid } = await startElsewhere('c', 'await cloud.keep()');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const found = await startCloud({ directory: directory('c') });
    expect([found.pid, found.reused]).toEqual([pid, true]);
    await found.stop();
    expect(groupMembers(pid)).toEqual([]);
    expect(readFileSync(join(directory('c'), 'cloud.log'), 'utf8')).not.toContain('Traceback');
  });
});
