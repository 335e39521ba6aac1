import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promote } from '../../../bin/commands/promote.ts';
import { projectRoot } from '../../../local/cloud/paths.ts';
import { loadTenant } from '../../../registry/tenant/load.ts';
import { directory } from '../directory.ts';

export const tenant = 'variants';

/** The folder with a copy of the tenant and the outputs of its deployment. */
export const folder = join(projectRoot, directory, tenant);

/**
 * Deletes what an earlier deployment of the tenant left in the folder, because a new cloud does not have that deployment.
 */
export const forgetVariants = (): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * Copies the tenant and promotes each of its tools, as `logic-plane promote` does. The copy is made anew, so that no report
 * in it is stale.
 *
 * @returns the folder that contains the copy
 */
export async function promotedTenant(): Promise<string> {
  const tenantsDir = join(folder, 'tenants');
  await cp(join(import.meta.dirname, 'tenants'), tenantsDir, { recursive: true });
  const loaded = await loadTenant(tenantsDir, tenant);
  for (const { value } of loaded.tenant?.tools ?? []) {
    let output = '';
    const say = (text: string): void => void (output += text);
    const given = { operands: [`${value.id}@${value.version}`], options: {}, tenant, tenantsDir, json: false };
    if ((await promote.run(given, { out: say, err: say, color: false })) !== 0) throw new Error(output);
  }
  return tenantsDir;
}
