import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { startCloud, type Cloud } from '../../local/cloud/cloud.ts';
import { clientEnvironment } from '../../local/cloud/environment.ts';
import type { RootAccess } from '../../local/cloud/root-access.ts';
import { localFolder } from '../../local/cloud/paths.ts';

/**
 * Starts a local cloud for this test file, and sets the environment variables by which the SDK's clients find it.
 *
 * @param prepare runs once, before the tests
 */
export function localAws(name: string, prepare: (cloud: RootAccess) => Promise<void>): void {
  const directory = join(localFolder, `${name}-test-${process.pid}`);
  let cloud: Cloud | undefined;
  beforeAll(async () => {
    cloud = await startCloud({ directory });
    for (const [variable, value] of Object.entries(clientEnvironment(directory, cloud))) {
      if (variable.startsWith('AWS_')) vi.stubEnv(variable, value);
    }
    await prepare(cloud);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await cloud?.stop();
    rmSync(directory, { recursive: true, force: true });
  });
}
