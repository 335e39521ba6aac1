import { expect, it } from 'vitest';
import { formatProblem } from '../../../registry/tenant/problem.ts';
import { loadTenant } from '../../../registry/tenant/load.ts';
import { tenantCorpora } from '../../../registry/corpora/tenant-corpora.ts';
import { copyOfDemo } from '../tenant-copy.ts';

const file = 'corpora/corpus.wording.en.yaml';
const sources = 'sources: corpora/corpus.wording.en';

it('The demo has a wording and a guide as corpora in two languages, each with its folder', async () => {
  await using copy = await copyOfDemo();
  const found = await tenantCorpora(copy.tenantsDir, 'demo');
  expect(found.map(({ corpus, directory }) => [corpus.id, corpus.locale, directory.split('/').at(-1)])).toEqual([
    ['corpus.guide.en', 'en', 'corpus.guide.en'],
    ['corpus.guide.tr', 'tr', 'corpus.guide.tr'],
    ['corpus.wording.en', 'en', 'corpus.wording.en'],
    ['corpus.wording.tr', 'tr', 'corpus.wording.tr'],
  ]);
});

it.for<[string, string, string, string[]]>([
  [
    'a missing folder of sources, and a folder that no corpus names',
    sources,
    'sources: corpora/corpus.wordings.en',
    [
      'corpora/corpus.wording.en.yaml:6:10: there is no folder corpora/corpus.wordings.en. Did you mean corpora/corpus.wording.en?',
      'corpora/corpus.wording.en:1:1: this file or folder is not part of a tenant, so nothing reads it. Add the line "sources: corpora/corpus.wording.en" to the file of a corpus, or remove the folder',
    ],
  ],
  [
    'a folder outside the corpora',
    sources,
    'sources: ../../secrets',
    [
      'corpora/corpus.wording.en.yaml:6:10: /sources is "../../secrets". Use a folder below corpora/, such as corpora/corpus.wording',
    ],
  ],
  [
    'an unsupported language',
    'locale: en',
    'locale: fr',
    ['corpora/corpus.wording.en.yaml:4:9: /locale is "fr". Did you mean tr? Use one of: tr, en, de'],
  ],
])('For %s, the compiler reports a problem with its place', async ([, from, to, told]) => {
  await using copy = await copyOfDemo();
  await copy.edit(file, from, to);
  const { problems } = await loadTenant(copy.tenantsDir, 'demo');
  const lines = problems.map(formatProblem);
  for (const one of told) expect(lines).toContainEqual(expect.stringContaining(one));
});
