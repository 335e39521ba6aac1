import { join } from 'node:path';
import compare from 'semver/functions/compare.js';
import type { Corpus } from '../../contract/artefacts/corpus.ts';
import type { Marking } from '../../contract/authority/markings.ts';
import { loadTenant } from '../tenant/load.ts';
import { TenantInvalid } from '../tenant/problem.ts';

/** A corpus of a tenant, with the folder of its sources. */
export interface TenantCorpus {
  readonly corpus: Corpus & { readonly markings: readonly Marking[] };
  readonly directory: string;
}

/** Returns the newest version of each corpus of a tenant. @throws UnknownTenant, TenantInvalid */
export async function tenantCorpora(tenantsDir: string, name: string): Promise<readonly TenantCorpus[]> {
  const { tenant, problems } = await loadTenant(tenantsDir, name);
  if (!tenant) throw new TenantInvalid(name, problems);
  const newest = new Map<string, TenantCorpus>();
  for (const file of tenant.artefacts) {
    if (file.kind !== 'Corpus') continue;
    const { artefact, markings, sources = '' } = file.value;
    const corpus = { ...artefact, markings };
    const known = newest.get(corpus.id);
    if (known && compare(known.corpus.version, corpus.version) >= 0) continue;
    newest.set(corpus.id, { corpus, directory: join(tenantsDir, name, sources) });
  }
  return [...newest.values()].sort((a, b) => (a.corpus.id < b.corpus.id ? -1 : 1));
}
