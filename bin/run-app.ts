import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from 'aws-cdk-lib';
import { bundledRelease } from '../lib/release/bundled-release.ts';
import { witnessOf } from '../lib/witness.ts';
import { originOverrides, targetOf, tenantOf, tenantsDirectory, type Context } from '../lib/context.ts';
import { addPlane } from '../lib/plane-app.ts';
import { UsageError } from '../lib/usage-error.ts';
import { OutputRefused } from '../registry/release/output-refused.ts';
import { OverrideRefused } from '../registry/release/override-refused.ts';
import { TenantInvalid } from '../registry/tenant/problem.ts';
import { mustBeTenant } from '../registry/tenant/must-be-tenant.ts';
import { UnknownTenant } from '../registry/tenant/unknown-tenant.ts';

const root = join(import.meta.dirname, '..');

/** Returns true for an error that the person who deploys can correct. Any other error is a bug and keeps its stack. */
const isTheirs = (error: unknown): error is Error =>
  [UsageError, UnknownTenant, TenantInvalid, OutputRefused, OverrideRefused].some((kind) => error instanceof kind);

async function addStacks(app: App, env: Context['env']): Promise<void> {
  const context: Context = { values: app.node.getAllContext(), env, root };
  const tenant = tenantOf(context);
  const tenantsDir = tenantsDirectory(context);
  await mustBeTenant(tenantsDir, tenant);
  const target = targetOf(context);
  const release = await bundledRelease({
    tenantsDir,
    tenant,
    // The release is written inside the CDK output folder, so that two deploys at the same time do not overwrite each other.
    out: join(app.outdir, 'release'),
    overrides: originOverrides(context),
    local: target.local,
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  addPlane(app, { tenant, ...target, ...witnessOf(context, target.local), release }, { root, version });
}

/** Adds the stacks that the app's context asks for. @returns the exit code @param err prints an error that the person who deploys can correct */
export async function runApp(app: App, env: Context['env'], err: (text: string) => void): Promise<0 | 1> {
  try {
    await addStacks(app, env);
    return 0;
  } catch (error) {
    if (!isTheirs(error)) throw error;
    err(`${error.message}\n`);
    return 1;
  }
}
