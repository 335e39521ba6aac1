import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { UnknownTenant } from './unknown-tenant.ts';

/**
 * Checks only that the folder of a tenant exists, not what it contains.
 * @throws UnknownTenant naming the folders with a `tenant.yaml`
 */
export async function mustBeTenant(tenantsDir: string, name: string): Promise<void> {
  const entries = await readdir(tenantsDir, { withFileTypes: true }).catch(() => []);
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  if (folders.includes(name)) return;
  const tenants = folders.filter((folder) => existsSync(join(tenantsDir, folder, 'tenant.yaml')));
  throw new UnknownTenant(name, tenants.sort());
}
