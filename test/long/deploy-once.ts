import type { TestProject } from 'vitest/node';
import { bringDown } from '../../local/demo/down.ts';
import { terminalProgress } from '../../local/cloud/progress.ts';
import { bringUp } from '../../local/demo/up.ts';

/**
 * Returns the setup that deploys the demo once before all tests of a project, on a local cloud of its own. The setup
 * returns the teardown, which stops everything that was started.
 * @param directory below the project, such as `.local/long`
 * @param tenants makes the folder that contains the tenant `demo`. @default `tenants/` of the project
 */
export const deployOnce =
  (directory: string, tenants?: () => Promise<string>) =>
  async (project: TestProject): Promise<() => Promise<void>> => {
    await bringDown(directory);
    try {
      const own = tenants === undefined ? {} : { tenantsDir: await tenants() };
      const { demo, outputs } = await bringUp(directory, terminalProgress(), own);
      project.provide('deployment', { demo, outputs });
    } catch (error) {
      await bringDown(directory);
      throw error;
    }
    return async () => {
      await bringDown(directory);
    };
  };
