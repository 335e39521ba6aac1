import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { contentClient, dynamoClient, type Elsewhere } from '../../adapters/aws/client.ts';
import { DynamoDatabase } from '../../adapters/aws/dynamo-database.ts';
import { s3Content } from '../../adapters/aws/s3-content.ts';
import type { Database } from '../../adapters/tables/database.ts';
import { headWriter } from '../../adapters/tables/head.ts';
import type { ContentStore } from '../../contract/rows/content.ts';
import { awsRequest } from '../cloud/aws-request.ts';
import { type Cloud, startCloud } from '../cloud/cloud.ts';
import { leadTo, putLogin } from './cognito.ts';
import { publishCorpora } from './corpora.ts';
import type { Demo } from './demo-file.ts';
import { bootstrap, deploy } from '../cloud/deploy.ts';
import { LocalFailure } from '../cloud/failure.ts';
import { putObjects } from './objects.ts';
import { bindOwners } from './owners.ts';
import { projectRoot } from '../cloud/paths.ts';
import type { Progress } from '../cloud/progress.ts';
import { type SorProcess, startSor } from './sor.ts';
import { readOutputs, type StackOutputs } from '../cloud/stack-outputs.ts';

const tenant = 'demo';
const stage = 'local';
const sorId = 'sor.policy-admin';

/** Logins of the demo, each with its groups. */
export const people: Readonly<Record<string, readonly string[]>> = {
  adjuster: ['adjusters'],
  'approver-1': ['approvers'],
  'approver-2': ['approvers'],
  auditor: ['auditors'],
  operator: ['operators'],
};

export interface Up {
  readonly cloud: Cloud;
  readonly sor: SorProcess;
  readonly demo: Demo;
  readonly outputs: StackOutputs;
}

export interface BringUpOptions {
  /** The demo of an earlier start, whose passwords stay valid. */
  readonly previous?: Demo | undefined;
  /** The folder that contains the folder of the tenant. @default `tenants/` of the project */
  readonly tenantsDir?: string;
}

/**
 * Brings the demo up: starts the local cloud and the system of record, deploys with the CDK, and puts corpora, objects,
 * secrets and logins. Parts that already run are used. Parts that it starts end with this process, unless they are told
 * to keep running.
 * @param directory below the project, such as `.local/cloud`
 */
export async function bringUp(
  directory: string,
  progress: Progress,
  { previous, tenantsDir = join(projectRoot, 'tenants') }: BringUpOptions = {},
): Promise<Up> {
  const cloud = await progress.step('local cloud', () => startCloud({ directory }));
  const sor = await progress.step('system of record', () => startSor(cloud.directory));
  await progress.step('cdk bootstrap', (tell) => bootstrap(cloud, { onProgress: tell }));
  const outputsFile = join(cloud.directory, 'outputs.json');
  await progress.step('cdk deploy', (tell) =>
    deploy(cloud, {
      tenant,
      stage,
      context: { local: 'true', tenants: tenantsDir, [sorId]: sor.url },
      outputsFile,
      onProgress: tell,
    }),
  );
  const outputs = readOutputs(outputsFile, tenant, stage);
  const { database, content } = storesOf(cloud, outputs);
  const head = headWriter(database);
  await progress.step('corpora', (tell) => publishCorpora({ tenantsDir, tenant, content, head, tell }));
  await progress.step('objects', (tell) => putObjects({ tenantsDir, tenant, database, content, tell }));
  // The emulator serves the API below a path, which is known only after the deploy.
  const apiUrl = `${cloud.endpoint}/_aws/execute-api/${outputs.plane.ApiId}`;
  const logins = await progress.step('secrets and logins', async () => {
    await putSecrets(cloud, sor, outputs);
    const put = await putLogins(cloud, outputs, previous);
    const { UserPoolId: userPoolId } = outputs.data;
    const { ConsoleClientId: clientId } = outputs.plane;
    await leadTo(cloud, { poolId: userPoolId, clientId, address: `${apiUrl}/console/` });
    await bindOwners({ tenantsDir, tenant, database, cloud: elsewhere(cloud), userPoolId });
    return put;
  });
  const demo: Demo = {
    apiUrl,
    sorUrl: sor.url,
    endpoint: cloud.endpoint,
    region: cloud.region,
    credentials: cloud.credentials,
    userPoolId: outputs.data.UserPoolId,
    clientId: outputs.plane.ConsoleClientId,
    agents: outputs.data.AgentClients,
    logins,
    sorCredentials: sor.credentials,
    tables: outputs.data.Tables,
    contentBucket: outputs.data.ContentBucket,
    auditLog: outputs.data.AuditLog,
    releaseDirectory: join(cloud.directory, 'cdk.out', tenant, 'release'),
  };
  return { cloud, sor, demo, outputs };
}

const elsewhere = ({ endpoint, region, credentials }: Cloud): Elsewhere => ({ endpoint, region, credentials });

/** Opens the tables and the content store of the deployed stage with the root credentials of the account. */
function storesOf(cloud: Cloud, { data }: StackOutputs): { database: Database; content: ContentStore } {
  return {
    database: new DynamoDatabase(dynamoClient(elsewhere(cloud)), (store) => data.Tables[store] ?? ''),
    content: s3Content(contentClient(elsewhere(cloud)), () => data.ContentBucket),
  };
}

async function putSecrets(cloud: Cloud, sor: SorProcess, { data }: StackOutputs): Promise<void> {
  const secrets = [
    [data.ReadSecrets[sorId], sor.credentials.read],
    [data.WriteSecrets[sorId], sor.credentials.write],
  ];
  for (const [SecretId, SecretString] of secrets) {
    const input = { SecretId, SecretString };
    const { status, body } = await awsRequest(cloud, {
      service: 'secretsmanager',
      target: 'secretsmanager.PutSecretValue',
      input,
    });
    if (status !== 200) {
      const why = `Secrets Manager answered with status ${status}: ${/"__type":\s*"([^"]+)"/.exec(body)?.[1] ?? 'it gave no reason'}.`;
      throw new LocalFailure({
        what: 'A secret could not be stored.',
        why,
        next: 'Run npm run reset, then npm start.',
      });
    }
  }
}

/** Returns a random password that meets the rules of the user pool. */
const newPassword = (): string => `Aa1!${randomBytes(18).toString('base64url')}`;

async function putLogins(cloud: Cloud, { data }: StackOutputs, previous: Demo | undefined): Promise<Demo['logins']> {
  const samePool = previous?.userPoolId === data.UserPoolId;
  const logins = Object.entries(people).map(([username, groups]) => {
    const password = (samePool ? previous.logins[username]?.password : undefined) ?? newPassword();
    return { username, password, groups: [...groups] };
  });
  await Promise.all(logins.map((login) => putLogin(cloud, { poolId: data.UserPoolId, ...login })));
  return Object.fromEntries(logins.map(({ username, password, groups }) => [username, { password, groups }]));
}
