import { join } from 'node:path';
import { headWriter } from '../adapters/tables/head.ts';
import type { Database } from '../adapters/tables/database.ts';
import type { Release } from '../contract/system.ts';
import type { Given } from './command.ts';
import { standing } from './head/change-head.ts';
import { MissingEnvironment } from './missing-environment.ts';
import { pinnedRelease } from './replay/pinned-release.ts';

const buildFolder = join(import.meta.dirname, '..', '.build');

/** Option that names the folder of the release in force. */
export const releaseOption = {
  type: 'string',
  says: 'folder of the compiled release in force (default: the command looks for it on this machine)',
} as const;

/**
 * Opens the release that is in force in a deployment, and hands it to the work.
 * @throws MissingEnvironment if the release is not on this machine
 */
export async function withReleaseInForce<T>(
  { options, tenant, tenantsDir }: Given,
  { database, places }: { readonly database: Database; readonly places: readonly string[] },
  work: (release: Release) => Promise<T>,
): Promise<T> {
  const { state } = await standing(headWriter(database));
  const { release: said } = options;
  const all = [...(typeof said === 'string' ? [said] : []), ...places, join(buildFolder, tenant, 'release')];
  const pinned = await pinnedRelease({ wanted: state.release, places: all, tenantsDir, tenant });
  if (!pinned) {
    throw new MissingEnvironment(
      `release ${state.release} is in force but is not on this machine. Name its folder with --release DIR`,
    );
  }
  try {
    return await work(pinned.release);
  } finally {
    await pinned.remove();
  }
}
