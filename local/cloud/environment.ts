import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { nodeBinary } from './node-binary.ts';
import type { RootAccess } from './root-access.ts';

/** All environment variables of a child process. It inherits no others. */
export type Environment = Readonly<Record<string, string>>;

type Inherited = Readonly<Record<string, string | undefined>>;

/** Account of every local cloud. No real account has only zeros. */
export const account = '000000000000';
export const region = 'us-east-1';

/**
 * Variables of the caller that a child process may see. It sees no `AWS_*`, no proxy, no `NODE_OPTIONS` and no
 * `PYTHON*`.
 */
const harmless = ['LANG', 'LC_ALL', 'TERM', 'NO_COLOR', 'FORCE_COLOR', 'TZ', 'USER', 'LOGNAME'];

/**
 * Variables that an installation may need: the address and the certificates of the package registry, and the place of
 * Python.
 */
const forInstalls = [
  'HOME',
  'PYENV_ROOT',
  'XDG_CONFIG_HOME',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'CURL_CA_BUNDLE',
  'NODE_EXTRA_CA_CERTS',
  'PIP_CERT',
  'PIP_CLIENT_CERT',
  'PIP_CONFIG_FILE',
  'PIP_DEFAULT_TIMEOUT',
  'PIP_EXTRA_INDEX_URL',
  'PIP_FIND_LINKS',
  'PIP_INDEX_URL',
  'PIP_NO_INDEX',
  'PIP_PROXY',
  'PIP_TRUSTED_HOST',
];

/** Variables that set a proxy. Some programs read the upper-case names, others the lower-case ones. */
export const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'NO_PROXY', 'no_proxy'];

const pick = (inherited: Inherited, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (inherited[name] === undefined ? [] : [[name, inherited[name]]])));

/** Creates the folders of one instance if they are missing. */
const folders = (directory: string) => {
  const at = (name: string): string => {
    mkdirSync(join(directory, name), { recursive: true, mode: 0o700 });
    return join(directory, name);
  };
  const made = { tmp: at('tmp'), home: at('home'), cdk: at('cdk'), state: at('state'), objects: at('objects') };
  // The emulator's Lambda workers are CommonJS. Below a package of "type": "module" they end without a message.
  writeFileSync(join(made.tmp, 'package.json'), '{}\n');
  writeFileSync(join(made.home, 'aws-config'), '');
  writeFileSync(join(made.home, 'aws-credentials'), '');
  return made;
};

const isolated = (directory: string, inherited: Inherited): Record<string, string> => {
  const { tmp, home } = folders(directory);
  return {
    ...pick(inherited, harmless),
    PATH: [dirname(nodeBinary()), inherited['PATH'] ?? '/usr/bin:/bin'].join(delimiter),
    HOME: home,
    TMPDIR: tmp,
    AWS_CONFIG_FILE: join(home, 'aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(home, 'aws-credentials'),
    AWS_EC2_METADATA_DISABLED: 'true',
  };
};

/**
 * Returns the environment of the emulator. Its Lambda workers inherit it, so it has neither credentials nor an
 * endpoint.
 */
export const emulatorEnvironment = (
  directory: string,
  port: number,
  inherited: Inherited = process.env,
): Environment => {
  const { state, objects, home } = folders(directory);
  return {
    ...isolated(directory, inherited),
    AUTH: 'true',
    BIND_HOST: '127.0.0.1',
    GATEWAY_PORT: String(port),
    MINISTACK_HOST: '127.0.0.1',
    MINISTACK_REGION: region,
    MINISTACK_ACCOUNT_ID: account,
    LAMBDA_ACCOUNT_CONCURRENCY: '100',
    LAMBDA_EXECUTOR: 'local',
    LOG_LEVEL: 'WARNING',
    STATE_DIR: state,
    S3_DATA_DIR: objects,
    // This service is on by default and has fixed ports, so a second instance could not start.
    IOT_MTLS_ENABLED: '0',
    SFTP_ENABLED: '0',
    // The emulator removes containers of a Docker daemon that it finds. This address makes sure that it finds none.
    DOCKER_HOST: `unix://${join(home, 'no-docker.sock')}`,
    PYTHONUNBUFFERED: '1',
  };
};

/** Returns the environment for programs that use an instance as its account's root, such as the CDK. */
export const clientEnvironment = (
  directory: string,
  { endpoint, credentials }: RootAccess,
  inherited: Inherited = process.env,
): Environment => ({
  ...isolated(directory, inherited),
  AWS_ENDPOINT_URL: endpoint,
  AWS_ACCESS_KEY_ID: credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  CDK_DEFAULT_ACCOUNT: account,
  CDK_DEFAULT_REGION: region,
  CDK_HOME: folders(directory).cdk,
  CDK_DISABLE_CLI_TELEMETRY: 'true',
  CDK_DISABLE_VERSION_CHECK: '1',
  // The CDK would compare the templates with the schemas of CloudFormation, which takes 5 s. The unit tests and
  // `npm run check` do this.
  CDK_VALIDATION: 'false',
});

/**
 * Returns the environment for an installation. The installation may reach a package registry. The environment has no
 * other variables of the caller.
 */
export const installEnvironment = (
  tmp: string,
  inherited: Inherited = process.env,
  { proxies = true }: { proxies?: boolean } = {},
): Environment => ({
  ...pick(inherited, [...harmless, 'PATH', ...forInstalls, ...(proxies ? proxyVariables : [])]),
  TMPDIR: tmp,
  PIP_DISABLE_PIP_VERSION_CHECK: '1',
  PIP_NO_INPUT: '1',
});
