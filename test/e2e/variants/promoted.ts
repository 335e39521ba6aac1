import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from '../../../bin/commands/promote.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';
import { loadTenant } from '../../../registry/tenant/load.ts';
import { directory } from '../directory.ts';

export const tenant = 'variants';

/** What the deployment of the tenant leaves on the disk. */
export const folder = join(projectRoot, directory, tenant);

/** Another cloud knows nothing of what was deployed to an earlier one. */
export const forgetVariants = (): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * A copy of the tenant whose tools are released, each by `logic-plane promote`: no report grows old beside it.
 *
 * @returns the folder of the tenants' folders
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
