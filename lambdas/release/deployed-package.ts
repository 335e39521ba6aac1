import { contentClient } from '../../adapters/aws/client.ts';
import { readPackage } from '../../adapters/aws/release-package.ts';
import type { ReleasePackage } from '../../contract/artefacts/release-package.ts';
import { environment, requireEnv } from '../../contract/platform/environment.ts';

/** Reads the release of the deploy, whose file the environment names. */
export const deployedPackage = (): Promise<ReleasePackage> =>
  readPackage(contentClient(), {
    bucket: requireEnv(environment.packageBucket),
    key: requireEnv(environment.packageKey),
  });

/** Returns true if the deploy was told to put its release in force in any case. */
export const isToldToMove = (): boolean => process.env[environment.moveHead] === 'always';
