import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { listFolder } from '../files/list-folder.ts';
import { UnknownTenant } from './unknown-tenant.ts';

const maxEntries = 10_000;

/**
 * Checks only that the folder of a tenant exists, not what it contains.
 * @throws UnknownTenant naming the folders with a `tenant.yaml`
 */
export async function mustBeTenant(tenantsDir: string, name: string): Promise<void> {
  const folders = listFolder(tenantsDir, maxEntries)
    .filter(({ kind }) => kind === 'folder')
    .map(({ name }) => name);
  if (folders.includes(name)) return;
  const tenants = folders.filter((folder) => existsSync(join(tenantsDir, folder, 'tenant.yaml')));
  throw new UnknownTenant(name, tenants.sort());
}
