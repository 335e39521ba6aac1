import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { bundledRelease } from '../lib/release/bundled-release.ts';
import { originOverrides, targetOf, tenantOf, tenantsDirectory, type Context } from '../lib/context.ts';
import { addPlane } from '../lib/plane-app.ts';
import { UsageError } from '../lib/usage-error.ts';
import { OutputRefused } from '../registry/release/output-refused.ts';
import { OverrideRefused } from '../registry/release/override-refused.ts';
import { TenantInvalid } from '../registry/tenant/problem.ts';
import { mustBeTenant } from '../registry/tenant/load.ts';
import { UnknownTenant } from '../registry/tenant/unknown-tenant.ts';

const root = join(import.meta.dirname, '..');

/** What the person who deploys can mend is told in its own words; anything else is a bug, with its stack. */
const isTheirs = (error: unknown): error is Error =>
  [UsageError, UnknownTenant, TenantInvalid, OutputRefused, OverrideRefused].some((kind) => error instanceof kind);

async function main(): Promise<void> {
  const app = new App();
  const context: Context = { values: app.node.getAllContext(), env: process.env, root };
  const tenant = tenantOf(context);
  const tenantsDir = tenantsDirectory(context);
  await mustBeTenant(tenantsDir, tenant);
  const target = targetOf(context);
  const release = await bundledRelease({
    tenantsDir,
    tenant,
    // Beside what it becomes a part of: two deploys at once have two output folders.
    out: join(app.outdir, 'release'),
    overrides: originOverrides(context),
    local: target.local,
  });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  addPlane(app, { tenant, ...target, release }, { root, version });
}

try {
  await main();
} catch (error) {
  if (!isTheirs(error)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
