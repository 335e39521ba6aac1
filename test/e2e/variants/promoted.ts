import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from '../../../bin/commands/promote.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';
import { loadTenant } from '../../../registry/tenant/load.ts';
import { directory } from '../directory.ts';

export const tenant = 'variants';

/** The folder that a deployment of the tenant leaves on the disk. */
export const folder = join(projectRoot, directory, tenant);

/** A new cloud has no deployment of the tenant, so the record of an earlier one is deleted. */
export const forgetVariants = (): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * A copy of the tenant in which `logic-plane promote` released each tool. The copy is made anew, so no report in it is stale.
 *
 * @returns the folder that contains tenants
 */
export async function promotedTenant(): Promise<string> {
  const tenantsDir = join(folder, 'tenants');
  await cp(join(import.meta.dirname, 'tenants'), tenantsDir, { recursive: true });
  const loaded = await loadTenant(tenantsDir, tenant);
  for (const { value } of loaded.tenant?.tools ?? []) {
    let told = '';
    const say = (text: string): void => void (told += text);
    const given = { operands: [`${value.id}@${value.version}`], options: {}, tenant, tenantsDir, json: false };
    if ((await promote.run(given, { out: say, err: say, color: false })) !== 0) throw new Error(told);
  }
  return tenantsDir;
}
