import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryRelease } from '../../../adapters/release/directory.ts';
import { libraryOf } from '../../../adapters/release/library-of.ts';
import type { Library, Release } from '../../../contract/system.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { emitRelease } from '../../../registry/release/emit.ts';

const tenantsDir = new URL('../../../tenants', import.meta.url).pathname;
export const sorId = 'sor.policy-admin';

/** Compiles the demo tenant for a system of record at `sorUrl`, and loads all parts of the release into memory. */
export async function demoRelease(
  sorUrl: string,
): Promise<{ readonly library: Library; readonly release: Release; readonly remove: () => Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'demo-release-'));
  const out = join(directory, 'release');
  const checked = await checkedTenant(tenantsDir, 'demo');
  await emitRelease(checked, out, {
    overrides: { [sorId]: sorUrl },
    // Marks every tool as released. The gate itself has tests of its own.
    release: () => ({ state: 'released', proved: true }),
  });
  const release = await directoryRelease(out);
  await Promise.all([...checked.tenant.agents.keys()].map((name) => release.agent(name)));
  await Promise.all([...checked.tenant.groups.keys()].map((name) => release.group(name)));
  await readAll(release);
  return { library: libraryOf(release), release, remove: () => rm(directory, { recursive: true, force: true }) };
}

/** Loads every part now, because a later read from the disk would take real time. */
async function readAll(release: Release): Promise<void> {
  await Promise.all([release.policies(), release.summaries()]);
  for (const id of release.tools()) {
    for (const version of release.versions(id)) {
      await release.tool(id, version);
    }
  }
  const kinds = ['RulePack', 'RateTable', 'ActionKind', 'Queue', 'Sor'] as const;
  for (const name of Object.keys(release.pins)) {
    for (const kind of kinds) {
      const descriptor = release.describe(kind, name);
      if (descriptor) await release.load(descriptor);
    }
  }
}
