import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locateText } from '../../adapters/corpora/locate-text.ts';
import { publishSnapshot, type PublishedSnapshot } from '../../adapters/corpora/publish-snapshot.ts';
import type { HeadWriter } from '../../adapters/tables/head.ts';
import type { ContentWriter } from '../../contract/rows/content.ts';
import { buildCorpus } from '../../registry/corpora/build-corpus.ts';
import { tenantCorpora } from '../../registry/corpora/tenant-corpora.ts';

export interface PublishCorporaOptions {
  readonly tenantsDir: string;
  readonly tenant: string;
  readonly content: ContentWriter;
  readonly head: HeadWriter;
  /** Artefacts as `name@version`; only the corpora among them are published. @default all corpora */
  readonly uses?: readonly string[];
  readonly tell?: (line: string) => void;
}

/**
 * Builds the corpora of a tenant's folder and puts them in force. A corpus that is already in force stays unchanged.
 */
export async function publishCorpora(options: PublishCorporaOptions): Promise<readonly PublishedSnapshot[]> {
  const { tenantsDir, tenant, content, head, uses, tell } = options;
  if (uses && !uses.some((use) => use.startsWith('corpus.'))) return [];
  const all = await tenantCorpora(tenantsDir, tenant);
  const wanted = all.filter(({ corpus: { id } }) => uses?.some((use) => use.startsWith(`${id}@`)) ?? true);
  const folder = await mkdtemp(join(tmpdir(), 'logic-plane-corpora-'));
  try {
    const published: PublishedSnapshot[] = [];
    for (const { corpus, directory } of wanted) {
      const out = join(folder, `${corpus.id}.sqlite`);
      await buildCorpus({
        corpus,
        directory,
        out,
        work: `${out}.work`,
        locate: locateText,
        onProgress: ({ document, done, of }) => tell?.(`${corpus.id}: ${done}/${of} ${document}`),
      });
      published.push(await publishSnapshot(out, { content, head }));
    }
    return published;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
