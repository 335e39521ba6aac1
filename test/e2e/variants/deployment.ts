import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startCloud } from '../../../local/cloud/cloud.ts';
import { putLogin } from '../../../local/demo/cognito.ts';
import { deploy } from '../../../local/cloud/deploy.ts';
import { readOutputs, type StackOutputs } from '../../../local/cloud/stack-outputs.ts';
import type { TokenPlace } from '../../../local/demo/tokens.ts';
import { directory } from '../directory.ts';
import { ownTable } from './own-table.ts';
import { folder, promotedTenant, tenant } from './promoted.ts';

/**
 * The deployment of a tenant that uses features that the demo does not use. It is in the demo's account, on the same local
 * cloud.
 */
export interface Variants extends TokenPlace {
  readonly apiUrl: string;
  readonly outputs: StackOutputs;
  /** Path of the JSON file that `cdk deploy --outputs-file` wrote. */
  readonly outputsFile: string;
}

/** A time limit that is long enough for the deploy, even if unit tests run at the same time. */
export const deployTimeoutMillis = 300_000;

const outputsFile = join(folder, 'outputs.json');
let there: Promise<Variants> | undefined;

/** Deploys the tenant when a test file asks for it for the first time. @returns the deployment */
export const variants = (): Promise<Variants> => (there ??= deployed());

async function deployed(): Promise<Variants> {
  const { demo } = inject('deployment');
  if (!existsSync(outputsFile)) await deployTenant();
  const outputs = readOutputs(outputsFile, tenant, 'local');
  const login = { password: `Aa1!${randomUUID()}`, groups: ['auditors'] };
  await putLogin(demo, { poolId: outputs.data.UserPoolId, username: 'auditor', ...login });
  return {
    apiUrl: `${demo.endpoint}/_aws/execute-api/${outputs.plane.ApiId}`,
    endpoint: demo.endpoint,
    credentials: demo.credentials,
    userPoolId: outputs.data.UserPoolId,
    clientId: outputs.plane.ConsoleClientId,
    agents: outputs.data.AgentClients,
    logins: { auditor: login },
    outputs,
    outputsFile,
  };
}

async function deployTenant(): Promise<void> {
  const started = Date.now();
  const cloud = await startCloud({ directory });
  const tenants = await promotedTenant();
  const promotedAt = Date.now();
  const context = { local: 'true', tenants, models: inject('models'), 'sor.policy-table': ownTable.arn };
  await deploy(cloud, { tenant, stage: 'local', context, outputsFile });
  const seconds = (from: number, to: number): string => ((to - from) / 1000).toFixed(1);
  process.stdout.write(
    `  tenant ${tenant}: promoted in ${seconds(started, promotedAt)} s, deployed in ${seconds(promotedAt, Date.now())} s\n`,
  );
}
