import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { awsRequest } from '../../local/cloud/aws-request.ts';
import { rootCredentials } from '../../local/cloud/root-access.ts';

/**
 * Services of the AWS command line that the pages use. `aws SERVICE OPERATION --flag value …` becomes the JSON request
 * that the command line would send, and is sent to the local cloud. `--query` supports only a path with dots.
 */
const services: Readonly<Record<string, { readonly service: string; readonly prefix: string }>> = {
  secretsmanager: { service: 'secretsmanager', prefix: 'secretsmanager' },
  'cognito-idp': { service: 'cognito-idp', prefix: 'AWSCognitoIdentityProviderService' },
};

const pascal = (kebab: string): string =>
  kebab
    .split('-')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

const [service = '', operation = '', ...rest] = process.argv.slice(2);
const target = services[service];
if (!target) throw new Error(`the pages use no service ${service}`);

/** Flags of the command line itself, which are not members of the request. */
const ownFlags = new Set(['query', 'output']);
const flags = new Map<string, string | true>();
for (let i = 0; i < rest.length; i++) {
  const flag = rest[i] ?? '';
  if (!flag.startsWith('--')) throw new Error(`${flag} belongs to no flag`);
  const value = rest[i + 1];
  if (value === undefined || value.startsWith('--')) flags.set(flag.slice(2), true);
  else {
    flags.set(flag.slice(2), value);
    i += 1;
  }
}

const valueOf = (value: string | true): unknown => {
  if (value === true) return true;
  const text = value.startsWith('file://') ? readFileSync(value.slice('file://'.length), 'utf8') : value;
  return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : text;
};

const input = Object.fromEntries(
  [...flags].filter(([name]) => !ownFlags.has(name)).map(([name, value]) => [pascal(name), valueOf(value)]),
);
const endpoint = process.env['AWS_ENDPOINT_URL'];
const rootSecret = process.env['AWS_SECRET_ACCESS_KEY'];
if (endpoint === undefined || rootSecret === undefined)
  throw new Error('the environment does not name the local cloud');
const local = { endpoint, credentials: rootCredentials(rootSecret) };
const { status, body } = await awsRequest(local, {
  service: target.service,
  target: `${target.prefix}.${pascal(operation)}`,
  input,
});
if (status !== 200) throw new Error(`${service} ${operation}: ${status} ${body}`);

const query = flags.get('query');
const path = typeof query === 'string' ? query.split('.') : [];
const answer = path.reduce<unknown>(
  (value, name) => z.record(z.string(), z.unknown()).parse(value)[name],
  body === '' ? {} : JSON.parse(body),
);
process.stdout.write(`${flags.get('output') === 'text' ? String(answer) : JSON.stringify(answer)}\n`);
