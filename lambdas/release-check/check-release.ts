import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { Releases } from '../../adapters/tables/releases.ts';
import { releaseFormats } from '../../contract/artefacts/manifest.ts';
import { missingNeeds } from '../../contract/artefacts/release-needs.ts';
import type { ReleasePackage } from '../../contract/artefacts/release-package.ts';

/** Error: the deploy must not go on. The message says why and what to do; CloudFormation shows it. */
export class DeployStopped extends Error {
  override readonly name = 'DeployStopped';
}

export interface CheckDependencies {
  readonly head: Pick<HeadWriter, 'read'>;
  readonly releases: Pick<Releases, 'find'>;
}

/**
 * Checks that the code of this deploy can work with the release in force. The new functions work under this release
 * until the deploy moves the head. If the release was published since the last deploy, they work under it afterwards
 * too, so the deploy must provide everything that it needs.
 * @returns the release in force, if there is one
 * @throws DeployStopped
 */
export async function checkRelease(
  { head, releases }: CheckDependencies,
  { needs }: Pick<ReleasePackage, 'needs'>,
  told: boolean,
): Promise<{ readonly inForce: string | undefined }> {
  const { state } = await head.read();
  if (state === undefined) return { inForce: undefined };
  const row = await releases.find(state.release);
  if (!row) {
    if (told) return { inForce: state.release };
    throw new DeployStopped(
      `release ${state.release} is in force and is not stored. An earlier version of the platform deployed it, so the new functions would refuse every call until the end of this deploy. Accept this with -c head=move`,
    );
  }
  const formats: readonly number[] = releaseFormats;
  if (!formats.includes(row.format) && !told) {
    throw new DeployStopped(
      `release ${state.release} is in force and has the format ${row.format}, but this version of the platform reads only the formats ${formats.join(' and ')}. The new functions would refuse every call until the end of this deploy. Accept this with -c head=move`,
    );
  }
  const missing = state.releasedBy === 'person' && !told ? missingNeeds(row.needs, needs) : [];
  if (missing.length > 0) {
    throw new DeployStopped(
      `release ${state.release} was published and is in force. It needs ${missing.join(', ')}, which this deploy does not provide. Deploy the tenant from which it was published. Or add -c head=move, which puts the release of this deploy in force`,
    );
  }
  return { inForce: state.release };
}
