import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { ReleaseWriter } from '../../adapters/tables/releases.ts';
import { releaseFormats } from '../../contract/artefacts/manifest.ts';
import type { ReleasePackage } from '../../contract/artefacts/release-package.ts';
import type { ContentWriter } from '../../contract/rows/content.ts';
import { keepPolicies } from './keep-policies.ts';
import { moveHead, type HeadMove } from './move-head.ts';
import { storeRelease } from './store-release.ts';

export interface DeployDependencies {
  readonly content: ContentWriter;
  readonly releases: ReleaseWriter;
  readonly head: HeadWriter;
  readonly now: () => number;
}

/**
 * Stores the release of a deploy, puts its row, and puts it in force. If another release was published since the last
 * deploy, the head stays where it is, unless the deploy is told to move it.
 */
export async function deployRelease(
  { content, releases, head, now }: DeployDependencies,
  given: ReleasePackage,
  told: boolean,
): Promise<HeadMove> {
  const release = await storeRelease(content, given);
  await keepPolicies(release, content);
  const at = new Date(now()).toISOString();
  const { needs, places, local } = given;
  await releases.store({ release: release.id, format: releaseFormats[0], needs, storedAt: at });
  await releases.setDeployed({ release: release.id, needs, places, local, deployedAt: at });
  return moveHead({ head, releases, now }, { release: release.id, by: 'deploy', told });
}
