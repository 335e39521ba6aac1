import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryLibrary } from '../../adapters/release/directory.ts';
import type { Release } from '../../contract/system.ts';
import { UsageError } from '../../lib/usage-error.ts';
import { compileTenant } from '../../registry/release/compile.ts';
import { TenantInvalid } from '../../registry/tenant/problem.ts';
import { UnknownTenant } from '../../registry/tenant/unknown-tenant.ts';

export interface PinnedRelease {
  readonly release: Release;
  /** Where it stands. */
  readonly directory: string;
  /** Removes what was compiled for this replay alone. */
  readonly remove: () => Promise<void>;
}

export interface ReleasePlaces {
  /** The id that the run pins. */
  readonly wanted: string;
  /** Said on the command line: taken whatever its id is, and the differences are told. */
  readonly directory?: string;
  /** Compiled releases that may be on this machine. */
  readonly places: readonly string[];
  readonly tenantsDir: string;
  readonly tenant: string;
}

const nothing = async (): Promise<void> => {};

/**
 * The release that a run pins: the directory that was said, else a compiled one on this machine with that id, else the
 * tenant's tree where it compiles to it. Never one of another id that nobody asked for: undefined.
 * @throws UsageError where the directory that was said holds no release
 */
export async function pinnedRelease(places: ReleasePlaces): Promise<PinnedRelease | undefined> {
  if (places.directory !== undefined) {
    const release = await releaseIn(places.directory);
    if (!release)
      throw new UsageError(
        `${places.directory} is not a compiled release: its manifest.json is missing or malformed. Name the folder that tenant compile wrote`,
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
  // A manifest that says nothing is no release either.
  const library = await directoryLibrary(directory).catch(() => undefined);
  return library?.open(library.bundled);
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
    // A tree that does not compile is not the one that was deployed.
    if (!(error instanceof TenantInvalid || error instanceof UnknownTenant)) {
      await remove();
      throw error;
    }
  }
  await remove();
  return undefined;
}
