import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { clientEnvironment, emulatorEnvironment, installEnvironment } from '../../../local/cloud/environment.ts';
import { nodeBinary } from '../../../local/cloud/node-binary.ts';
import { rootCredentials } from '../../../local/cloud/root-access.ts';

const directory = mkdtempSync(join(tmpdir(), 'environment-'));
afterAll(() => rmSync(directory, { recursive: true }));

const poison = {
  AWS_PROFILE: 'production',
  AWS_ACCESS_KEY_ID: 'AKIAREAL',
  AWS_SECRET_ACCESS_KEY: 'real',
  AWS_SESSION_TOKEN: 'real',
  AWS_ENDPOINT_URL: 'https://elsewhere.example',
  AWS_ENDPOINT_URL_STS: 'https://elsewhere.example',
  AWS_CONFIG_FILE: '/home/someone/.aws/config',
  AWS_CA_BUNDLE: '/etc/other.pem',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  https_proxy: 'http://127.0.0.1:9',
  HTTP_PROXY: 'http://127.0.0.1:9',
  NODE_OPTIONS: '--use-env-proxy',
  NODE_USE_ENV_PROXY: '1',
  PYTHONPATH: '/elsewhere',
  PYTHONHOME: '/elsewhere',
  PERSIST_STATE: '1',
  SFN_MOCK_CONFIG: '/elsewhere',
  CDK_DEFAULT_ACCOUNT: '123456789012',
  CDK_NEW_BOOTSTRAP: '1',
  DOCKER_HOST: 'unix:///var/run/docker.sock',
  HOME: '/home/someone',
  TMPDIR: '/elsewhere',
  PIP_TARGET: '/elsewhere',
  PIP_USER: '1',
  PIP_INDEX_URL: 'https://mirror.example/simple',
  NODE_EXTRA_CA_CERTS: '/etc/corporate.pem',
  PATH: '/usr/bin:/bin',
  LANG: 'C.UTF-8',
};

describe('The environment of the emulator', () => {
  const env = emulatorEnvironment(directory, 4571, poison);

  test('The emulator gets exactly the listed environment variables', () => {
    expect(Object.keys(env).sort()).toEqual([
      'AUTH',
      'AWS_CONFIG_FILE',
      'AWS_EC2_METADATA_DISABLED',
      'AWS_SHARED_CREDENTIALS_FILE',
      'BIND_HOST',
      'DOCKER_HOST',
      'GATEWAY_PORT',
      'HOME',
      'IOT_MTLS_ENABLED',
      'LAMBDA_ACCOUNT_CONCURRENCY',
      'LAMBDA_EXECUTOR',
      'LANG',
      'LOG_LEVEL',
      'MINISTACK_ACCOUNT_ID',
      'MINISTACK_HOST',
      'MINISTACK_REGION',
      'PATH',
      'PYTHONUNBUFFERED',
      'S3_DATA_DIR',
      'SFTP_ENABLED',
      'STATE_DIR',
      'TMPDIR',
    ]);
  });

  test('The environment makes the emulator enforce IAM and listen only on the loopback', () => {
    expect(env).toMatchObject({ AUTH: 'true', BIND_HOST: '127.0.0.1', GATEWAY_PORT: '4571' });
  });

  test('The environment makes the emulator write only below its own folder and find no Docker daemon', () => {
    for (const name of ['HOME', 'TMPDIR', 'STATE_DIR', 'S3_DATA_DIR']) {
      expect(env[name]).toMatch(new RegExp(`^${directory}/`));
    }
    expect(env['DOCKER_HOST']).toBe(`unix://${directory}/home/no-docker.sock`);
  });

  test('The folders of the emulator are closed to other users of the machine', () => {
    for (const name of ['tmp', 'home', 'state', 'objects', 'cdk']) {
      expect(statSync(join(directory, name)).mode & 0o777, name).toBe(0o700);
    }
  });

  test('The emulator’s workers run on the project’s Node, in a folder that is not an ES module package', () => {
    expect(env['PATH']).toBe(`${dirname(nodeBinary())}:/usr/bin:/bin`);
    expect(readFileSync(join(directory, 'tmp', 'package.json'), 'utf8')).toBe('{}\n');
  });
});

describe('The environment of a client', () => {
  const access = { endpoint: 'http://127.0.0.1:4571', credentials: rootCredentials('of-this-instance') };
  const env = clientEnvironment(directory, access, poison);

  test('A client of the local cloud sees no AWS setting of the caller', () => {
    const aws = Object.entries(env).filter(([name]) => name.startsWith('AWS_'));
    expect(Object.fromEntries(aws)).toEqual({
      AWS_ACCESS_KEY_ID: '000000000000',
      AWS_SECRET_ACCESS_KEY: 'of-this-instance',
      AWS_CONFIG_FILE: join(directory, 'home', 'aws-config'),
      AWS_SHARED_CREDENTIALS_FILE: join(directory, 'home', 'aws-credentials'),
      AWS_DEFAULT_REGION: 'us-east-1',
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:4571',
      AWS_REGION: 'us-east-1',
    });
    expect(readFileSync(join(directory, 'home', 'aws-config'), 'utf8')).toBe('');
    expect(readFileSync(join(directory, 'home', 'aws-credentials'), 'utf8')).toBe('');
  });

  test('A client of the local cloud sees no proxy and no NODE_OPTIONS of the caller', () => {
    expect(Object.keys(env).filter((name) => /proxy|^NODE_/i.test(name))).toEqual([]);
  });

  test('The CDK writes its files into the instance’s folder and sends no data outside', () => {
    expect(env).toMatchObject({
      CDK_HOME: join(directory, 'cdk'),
      CDK_DISABLE_CLI_TELEMETRY: 'true',
      CDK_DISABLE_VERSION_CHECK: '1',
      CDK_DEFAULT_ACCOUNT: '000000000000',
    });
    expect(env).not.toHaveProperty('CDK_NEW_BOOTSTRAP');
  });
});

describe('The environment of an installation', () => {
  test('An installation sees the settings of the package registry, but no AWS setting', () => {
    const env = installEnvironment(directory, poison);
    expect(Object.keys(env).sort()).toEqual([
      'HOME',
      'HTTPS_PROXY',
      'HTTP_PROXY',
      'LANG',
      'NODE_EXTRA_CA_CERTS',
      'PATH',
      'PIP_DISABLE_PIP_VERSION_CHECK',
      'PIP_INDEX_URL',
      'PIP_NO_INPUT',
      'TMPDIR',
      'https_proxy',
    ]);
    expect(env['TMPDIR']).toBe(directory);
  });

  test('An installation can be run without the caller’s proxy', () => {
    const env = installEnvironment(directory, poison, { proxies: false });
    expect(Object.keys(env).filter((name) => /proxy/i.test(name))).toEqual([]);
  });
});
