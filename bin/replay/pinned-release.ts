import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryRelease } from '../../adapters/release/directory.ts';
import type { Release } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { compileTenant } from '../../registry/release/compile.ts';
import { TenantInvalid } from '../../registry/tenant/problem.ts';
import { UnknownTenant } from '../../registry/tenant/unknown-tenant.ts';

export interface PinnedRelease {
  readonly release: Release;
  /** Folder of the release. */
  readonly directory: string;
  /** Removes the folder if it was compiled only for this command. */
  readonly remove: () => Promise<void>;
}

export interface ReleasePlaces {
  /** Id of the release that is looked for. */
  readonly wanted: string;
  /** Folder from the command line. Its release is used even if it has another id; the replay then reports the differences. */
  readonly directory?: string;
  /** Folders that may have a compiled release. */
  readonly places: readonly string[];
  readonly tenantsDir: string;
  readonly tenant: string;
}

const nothing = async (): Promise<void> => {};

/**
 * Finds a release. It opens the folder from the command line if there is one. Otherwise it looks for the wanted id in the
 * places, and then compiles the tenant's folder. Undefined if none of these has the wanted id.
 * @throws UsageError if the folder from the command line has no release
 */
export async function pinnedRelease(places: ReleasePlaces): Promise<PinnedRelease | undefined> {
  if (places.directory !== undefined) {
    const release = await releaseIn(places.directory);
    if (!release)
      throw new UsageError(
        `${places.directory} is not a compiled release: its manifest.json is missing or malformed. Use a folder that logic-plane tenant compile wrote`,
      );
    return { release, directory: places.directory, remove: nothing };
  }
  for (const place of places.places) {
    const release = await releaseIn(place);
    if (release?.id === places.wanted) return { release, directory: place, remove: nothing };
  }
  return compiled(places);
}

async function releaseIn(directory: string): Promise<Release | undefined> {
  const there = await stat(join(directory, 'manifest.json')).catch(() => undefined);
  if (!there?.isFile()) return undefined;
  // A folder with an unreadable manifest counts as a folder without a release.
  return directoryRelease(directory).catch(() => undefined);
}

async function compiled({ wanted, tenantsDir, tenant }: ReleasePlaces): Promise<PinnedRelease | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'logic-plane-replay-'));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const out = join(folder, 'release');
  try {
    const { releaseId } = await compileTenant({ tenantsDir, tenant, out });
    const release = releaseId === wanted ? await releaseIn(out) : undefined;
    if (release) return { release, directory: out, remove };
  } catch (error) {
    // The deployed release was compiled without an error, so a folder that does not compile is not its source.
    if (!(error instanceof TenantInvalid || error instanceof UnknownTenant)) {
      await remove();
      throw error;
    }
  }
  await remove();
  return undefined;
}
