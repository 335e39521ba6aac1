import { createHash } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import {
  CreateBucketCommand,
  DeletePublicAccessBlockCommand,
  GetObjectCommand,
  PutBucketPolicyCommand,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contentClient } from '../../../adapters/aws/client.ts';
import { assumeRole } from '../../../local/cloud/assume-role.ts';
import { awsRequest, exchangeOnLoopback, type HttpReply } from '../../../local/cloud/aws-request.ts';
import { type Cloud, startCloud } from '../../../local/cloud/cloud.ts';
import { liveState } from '../../../local/cloud/cloud-state.ts';
import { localFolder } from '../../../local/cloud/paths.ts';
import { type AwsCredentials, type HttpMethod, signed } from '../../../local/cloud/signed.ts';

const directory = join(localFolder, `access-test-${process.pid}`);
const bucket = 'kept';
const role = 'arn:aws:iam::000000000000:role/reader';
const functionArn = 'arn:aws:lambda:us-east-1:000000000000:function:plane';
let cloud: Cloud;
let poolId: string;

const root = () => contentClient({ endpoint: cloud.endpoint, region: cloud.region, credentials: cloud.credentials });

beforeAll(async () => {
  cloud = await startCloud({ directory });
  await root().send(new CreateBucketCommand({ Bucket: bucket }));
  await root().send(new DeletePublicAccessBlockCommand({ Bucket: bucket }));
  const everybody = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` };
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [everybody] });
  await root().send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }));
  for (const Key of ['claim', '.well-known/jwks.json'])
    await root().send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'mine' }));
  const trust = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Principal: '*', Action: 'sts:AssumeRole' }] };
  const read = { Version: '2012-10-17', Statement: [{ Effect: 'Allow', Action: 's3:GetObject', Resource: '*' }] };
  const iam = (query: Record<string, string>) =>
    awsRequest(cloud, { service: 'iam', query: { Version: '2010-05-08', RoleName: 'reader', ...query } });
  await iam({ Action: 'CreateRole', AssumeRolePolicyDocument: JSON.stringify(trust) });
  await iam({ Action: 'PutRolePolicy', PolicyName: 'read', PolicyDocument: JSON.stringify(read) });
  const made = await awsRequest(cloud, {
    service: 'cognito-idp',
    target: 'AWSCognitoIdentityProviderService.CreateUserPool',
    input: { PoolName: 'people' },
  });
  poolId = z.object({ UserPool: z.object({ Id: z.string() }) }).parse(JSON.parse(made.body)).UserPool.Id;
});

afterAll(async () => {
  await cloud.stop();
  rmSync(directory, { recursive: true, force: true });
});

interface Sent {
  readonly method?: HttpMethod;
  readonly path?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

const send = ({ method = 'GET', path = `/${bucket}/claim`, body = '', headers = {} }: Sent): Promise<HttpReply> =>
  exchangeOnLoopback(new URL(path, cloud.endpoint), { method, headers, body, timeoutMillis: 20_000 });

const host = (): string => new URL(cloud.endpoint).host;

/** A request to read the object, signed for S3. What is sent may differ from what was signed. */
const read = (
  { service = 's3', at = new Date(), ...more }: Sent & { service?: string; at?: Date } = {},
  credentials: AwsCredentials = cloud.credentials,
): Required<Sent> => {
  const request = { method: 'GET', path: `/${bucket}/claim`, body: '', headers: {}, ...more } as const;
  return {
    ...request,
    headers: signed({ ...request, service, headers: { ...request.headers, host: host() } }, credentials, at),
  };
};

const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);
const withHeaders = (request: Required<Sent>, headers: Record<string, string>): Sent => ({
  ...request,
  headers: { ...request.headers, ...headers },
});

/** Functions that the attacker would run as this user. */
const createFunction: Sent = {
  method: 'POST',
  path: '/2015-03-31/functions',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ FunctionName: 'attack', Runtime: 'nodejs24.x', Handler: 'i.h', Role: role, Code: {} }),
};
const json = (target: string, input: object): Sent => ({
  method: 'POST',
  path: '/',
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
  body: JSON.stringify(input),
});

describe('The secret of the root', () => {
  test('Each instance has a secret of its own, in a file that only its user can read', () => {
    expect(cloud.credentials.secretAccessKey).toMatch(/^[\w-]{43}$/);
    expect(liveState(directory)).toMatchObject({ rootSecret: cloud.credentials.secretAccessKey });
    expect(statSync(join(directory, 'state.json')).mode & 0o777).toBe(0o600);
    expect(statSync(directory).mode & 0o777).toBe(0o700);
  });

  test('A request that is signed with the secret is answered', async () => {
    expect(await send(read())).toMatchObject({ status: 200, body: 'mine' });
  });

  test.each<[string, string, string]>([
    ['the key and the secret of every MiniStack', 'test', 'test'],
    ['the account and the secret of every MiniStack', '000000000000', 'test'],
    ['the account and an empty secret', '000000000000', ''],
    ['the root of another account', '111111111111', 'test'],
    ['the secret of another instance', '000000000000', 'x'.repeat(43)],
  ])('A request with %s is refused', async (_, accessKeyId, secretAccessKey) => {
    for (const service of ['s3', 'lambda']) {
      expect((await send(read({ service }, { accessKeyId, secretAccessKey }))).status, service).toBe(403);
    }
  });

  test('The right secret under the key of another root is refused', async () => {
    const { secretAccessKey } = cloud.credentials;
    for (const accessKeyId of ['test', '111111111111'])
      expect((await send(read({}, { accessKeyId, secretAccessKey }))).status, accessKeyId).toBe(403);
  });
});

describe('A request without a signature', () => {
  test.each<[string, Sent]>([
    ['the content of an object', {}],
    ['the list of all buckets', { path: '/' }],
    ['a new object', { method: 'PUT', path: `/${bucket}/attack`, body: 'attack' }],
    ['a new function', createFunction],
    ['a secret', json('secretsmanager.ListSecrets', {})],
    ['the administration of logins', json('AWSCognitoIdentityProviderService.AdminInitiateAuth', {})],
    ['the credentials of a role', { method: 'POST', path: '/', body: 'Action=AssumeRole&Version=2011-06-15' }],
    ['an object under the path of a user pool’s keys', { path: `/${bucket}/.well-known/jwks.json` }],
    ['the metadata of an instance', { path: '/latest/meta-data/iam/security-credentials/' }],
    ['the health under its other name', { path: '/health' }],
    ['a function’s own address', { path: '/_aws/lambda-url/0123456789abcdef0123456789abcdef/' }],
  ])('A request for %s is refused', async (_, request) => {
    const { status, body } = await send(request);
    expect([status, body.includes('mine')]).toEqual([403, false]);
  });

  test('A request with a bearer token in place of a signature is refused', async () => {
    expect((await send({ headers: { authorization: 'Bearer any' } })).status).toBe(403);
  });

  test('The sign-in is served: the keys of a pool, the token endpoint, and the calls that Cognito takes unsigned', async () => {
    const keys = await send({ path: `/${poolId}/.well-known/jwks.json` });
    expect([keys.status, JSON.parse(keys.body)]).toEqual([200, { keys: expect.any(Array) }]);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send({ method: 'POST', path: '/oauth2/token', headers: form, body: 'grant_type=x' })).status).toBe(
      400,
    );
    const tried = await send(json('AWSCognitoIdentityProviderService.InitiateAuth', { AuthFlow: 'USER_SRP_AUTH' }));
    expect([tried.status, tried.body]).toEqual([400, expect.stringContaining('ResourceNotFoundException')]);
  });

  test('The public API is served, and checks tokens itself', async () => {
    expect((await send({ path: '/_aws/execute-api/0123abcd/v1/tools' })).status).not.toBe(403);
  });
});

describe('A signature that does not fit its request', () => {
  test.each<[string, () => Sent]>([
    ['another path', () => ({ ...read(), path: `/${bucket}/other` })],
    ['another method', () => ({ ...read(), method: 'DELETE' })],
    ['a query that was not signed', () => ({ ...read(), path: `/${bucket}/claim?acl` })],
    ['another body', () => ({ ...read({ method: 'PUT', body: 'a' }), body: 'b' })],
    [
      'another body and the hash of that body',
      () =>
        withHeaders(
          { ...read({ method: 'PUT', body: 'a' }), body: 'b' },
          { 'x-amz-content-sha256': createHash('sha256').update('b').digest('hex') },
        ),
    ],
    [
      'a body that it leaves out',
      () => withHeaders(read({ body: '' }), { 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }),
    ],
    [
      'a header x-amz-* that was not signed',
      () => withHeaders(read(), { 'x-amz-target': 'AWSStepFunctions.ListStateMachines' }),
    ],
    ['a time that is six minutes old', () => read({ at: minutes(-6) })],
    ['a time that is six minutes ahead', () => read({ at: minutes(6) })],
    ['a date that differs from its credential', () => withHeaders(read(), { 'x-amz-date': '20200101T000000Z' })],
    ['an algorithm that is not checked', () => withHeaders(read(), { authorization: 'AWS 000000000000:c2lnbmF0dXJl' })],
    [
      'no signature in its header',
      () => withHeaders(read(), { authorization: 'AWS4-HMAC-SHA256 Credential=000000000000/' }),
    ],
    ['credentials in its query as well', () => read({ path: `/${bucket}/claim?X-Amz-Credential=000000000000` })],
  ])('A request with %s is refused', async (_, request) => {
    const { status, body } = await send(request());
    expect([status, body.includes('mine')]).toEqual([403, false]);
  });

  test('A signature that does not cover the host is refused', async () => {
    const { headers, ...request } = read();
    const authorization = headers['authorization']?.replace('host;', '') ?? '';
    expect((await send({ ...request, headers: { ...headers, authorization } })).status).toBe(403);
  });

  test('The refusal names its cause in the form of the service, so that a client of AWS can read it', async () => {
    const wrong = { ...cloud.credentials, secretAccessKey: 'wrong' };
    const client = contentClient({ endpoint: cloud.endpoint, region: cloud.region, credentials: wrong });
    await expect(client.send(new GetObjectCommand({ Bucket: bucket, Key: 'claim' }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
  });
});

describe('The credentials of a role', () => {
  const reads = async (credentials: AwsCredentials): Promise<number> => (await send(read({}, credentials))).status;

  test('Assumed credentials may do what their role may do', async () => {
    const lent = await assumeRole(cloud, role);
    expect(await reads(lent)).toBe(200);
    expect((await send(read({ method: 'DELETE' }, lent))).status).toBe(403);
  });

  test('A role that names the root in its query as well is refused', async () => {
    const client = contentClient({
      endpoint: cloud.endpoint,
      region: cloud.region,
      credentials: await assumeRole(cloud, role),
    });
    client.middlewareStack.add(
      (next) => (args) => {
        const request = z.object({ query: z.record(z.string(), z.unknown()) }).parse(args.request);
        Object.assign(args.request as object, { query: { ...request.query, 'X-Amz-Credential': '000000000000/' } });
        return next(args);
      },
      { step: 'build' },
    );
    await expect(client.send(new GetObjectCommand({ Bucket: bucket, Key: 'claim' }))).rejects.toMatchObject({
      name: 'AuthorizationHeaderMalformed',
    });
  });

  test('Assumed credentials without their token, or with the token of others, are refused', async () => {
    const [one, other] = [await assumeRole(cloud, role), await assumeRole(cloud, role)];
    expect(await reads({ ...one, sessionToken: undefined })).toBe(403);
    expect(await reads({ ...one, sessionToken: other.sessionToken })).toBe(403);
    expect(await reads({ ...one, secretAccessKey: other.secretAccessKey })).toBe(403);
  });

  test('The credentials of a function cannot be computed from the names of function and role', async () => {
    const code = `exports.handler = async () => process.env.AWS_ACCESS_KEY_ID`;
    const template = {
      Resources: {
        Function: {
          Type: 'AWS::Lambda::Function',
          Properties: {
            FunctionName: 'plane',
            Runtime: 'nodejs24.x',
            Handler: 'index.handler',
            Role: role,
            Code: { ZipFile: code },
          },
        },
      },
    };
    const query = { Version: '2010-05-15', StackName: 'plane', TemplateBody: JSON.stringify(template) };
    await awsRequest(cloud, { service: 'cloudformation', query: { Action: 'CreateStack', ...query } });
    const path = `/2015-03-31/functions/${functionArn}/invocations`;
    const invoked = await awsRequest(cloud, { service: 'lambda', method: 'POST', path, input: {} });
    expect(JSON.parse(invoked.body)).toMatch(/^ASIA[0-9A-F]{16}$/);
    const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
    const digest = hash(`${functionArn}:${role}`);
    const computed = {
      accessKeyId: `ASIA${digest.slice(0, 16).toUpperCase()}`,
      secretAccessKey: hash(`secret:${digest}`),
      sessionToken: hash(`token:${digest}`),
    };
    expect(await reads(computed)).toBe(403);
    expect(await reads({ ...computed, accessKeyId: z.string().parse(JSON.parse(invoked.body)) })).toBe(403);
  });
});

describe('A presigned URL', () => {
  const url = async (expiresIn: number, signingDate = new Date()): Promise<string> =>
    getSignedUrl(root(), new GetObjectCommand({ Bucket: bucket, Key: 'claim' }), { expiresIn, signingDate });
  const got = async (text: string, headers: Record<string, string> = {}): Promise<number> => {
    const { pathname, search } = new URL(text);
    return (await send({ path: pathname + search, headers })).status;
  };

  test('A presigned URL is answered until it expires; then it is refused, with any other lifetime as well', async () => {
    expect(await got(await url(60))).toBe(200);
    const expired = await url(60, minutes(-2));
    expect(await got(expired)).toBe(403);
    expect(await got(expired.replace('X-Amz-Expires=60', 'X-Amz-Expires=604800'))).toBe(403);
    expect(await got(`${expired}&X-Amz-Expires=604800`)).toBe(403);
    expect(await got(expired.replace('X-Amz-Expires=60', 'X-Amz-Expires='))).toBe(403);
  });

  test('A presigned URL is refused for another object, another method and a header x-amz-* that was not signed', async () => {
    const text = await url(60);
    expect(await got(text.replace('/claim?', '/other?'))).toBe(403);
    expect(await got(text, { 'x-amz-copy-source': `/${bucket}/claim` })).toBe(403);
    const { pathname, search } = new URL(text);
    expect((await send({ method: 'PUT', path: pathname + search, body: 'attack' })).status).toBe(403);
    expect(await got(`${cloud.endpoint}/?${search.slice(1)}`, { 'x-amz-target': 'secretsmanager.ListSecrets' })).toBe(
      403,
    );
  });
});

describe('A presigned URL to put an object', () => {
  test('Its content goes to S3, even if it looks like a call of another service', async () => {
    const text = await getSignedUrl(root(), new PutObjectCommand({ Bucket: bucket, Key: 'sent' }), { expiresIn: 60 });
    const { pathname, search } = new URL(text);
    const put: Sent = { method: 'PUT', path: pathname + search, body: 'Action=CreateUser&UserName=attack' };
    expect((await send(put)).status).toBe(200);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await send({ ...put, headers: form })).status).toBe(403);
    const users = await awsRequest(cloud, { service: 'iam', query: { Action: 'ListUsers', Version: '2010-05-08' } });
    expect(users.body).not.toContain('attack');
  });
});

describe('A web page of somebody else', () => {
  test.each(['attacker.example', 'localhost', '127.0.0.1', '127.0.0.1:1', '[::1]'])(
    'A request to the host %s is refused, even if it is signed for it or asks the public API',
    async (name) => {
      const headers = { host: name };
      const request = { method: 'GET', path: `/${bucket}/claim`, body: '', headers } as const;
      const signature = signed({ ...request, service: 's3' }, cloud.credentials);
      expect((await send({ ...request, headers: signature })).status).toBe(403);
      for (const path of ['/_ministack/health', '/_aws/execute-api/0123abcd/v1/tools', '/oauth2/authorize'])
        expect((await send({ path, headers })).status, path).toBe(403);
    },
  );

  test.each([
    { origin: 'https://attacker.example' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ])('A request with %o is refused, even if it is signed or asks the public API', async (headers) => {
    expect((await send(withHeaders(read(), headers))).status).toBe(403);
    for (const path of ['/_ministack/health', '/_aws/execute-api/0123abcd/v1/tools', '/oauth2/authorize'])
      expect((await send({ path, headers })).status, path).toBe(403);
  });

  test('No answer lets a page of another origin read it', async () => {
    const answers = [
      await send(read()),
      await send({}),
      await send({ path: '/_ministack/health' }),
      await send({ path: `/${poolId}/.well-known/jwks.json` }),
      await awsRequest(cloud, {
        service: 'states',
        target: 'AWSStepFunctions.ListStateMachines',
        input: {},
        version: '1.0',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 403, 200, 200, 200]);
    for (const { headers } of answers)
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('A WebSocket is refused', async () => {
    const { port } = new URL(cloud.endpoint);
    const socket = connect(Number(port), '127.0.0.1');
    const handshake = ['GET /_aws/execute-api/0123abcd/prod HTTP/1.1', `Host: ${host()}`, 'Connection: Upgrade'];
    const key = [
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '',
      '',
    ];
    socket.write([...handshake, ...key].join('\r\n'));
    const first = await new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
    socket.destroy();
    expect(first).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe('The management of the emulator', () => {
  test.each<[HttpMethod, string]>([
    ['POST', '/_ministack/reset'],
    ['POST', '/_ministack/reset?init=1'],
    ['POST', '/%5fministack/reset'],
    ['POST', '/_ministack/config'],
    ['POST', '/_ministack/health'],
    ['GET', '/_ministack/ready'],
    ['GET', '/_ministack/lambda-code/plane'],
    ['PUT', '/_ministack/cfn-response/01234567-89ab-cdef-0123-456789abcdef'],
    ['GET', '/_localstack/health'],
    ['GET', '/_aws/ses/messages'],
  ])('%s %s is refused, signed or not, and changes nothing', async (method, path) => {
    expect((await send({ method, path })).status).toBe(403);
    const [pathname = ''] = path.split('?');
    expect((await send(read({ method, path: pathname, service: 'lambda' }))).status).toBe(403);
    expect(await send(read())).toMatchObject({ status: 200, body: 'mine' });
  });

  test('Every user of the machine may ask if the instance is healthy', async () => {
    expect((await send({ path: '/_ministack/health' })).status).toBe(200);
  });
});
