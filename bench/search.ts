import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { corpora } from '../adapters/corpora/corpora.ts';
import { canonicalJson } from '../contract/values/canonical.ts';
import type { Corpora } from '../contract/artefacts/corpus.ts';
import { searchCorpus } from '../patterns/search/search.ts';
import { buildCorpus } from '../registry/corpora/build-corpus.ts';
import { factsOf } from '../test/patterns/facts.ts';
import { figure, type Area, type Figure } from './figure.ts';
import { prose } from './prose.ts';
import { median, percentile, timed } from './timing.ts';

const passages = 10_000;
const documents = 250;
const queries = 1000;
const corpus = { id: 'corpus.bench', version: '1.0.0', title: 'Bench', locale: 'tr' } as const;
const unmarked = { ...corpus, markings: [] };

export const search: Area = {
  name: 'search',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'logic-plane-bench-'));
    try {
      return await measureIn(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureIn(folder: string): Promise<readonly Figure[]> {
  const language = prose(1);
  const { id, bytes } = await snapshotIn(folder, language);
  const content = { get: async () => bytes };
  const head = { current: async () => ({ release: '', withdrawn: [], suspended: [], corpora: { [corpus.id]: id } }) };
  const opened = (i: number): Corpora => corpora({ head, content, directory: join(folder, `load-${i}`) });

  const loads = await timed(15, async (i) => {
    const snapshot = await opened(i).open(corpus.id, id);
    snapshot?.best(['a'], 1);
  });
  const warm = opened(0);
  const call = factsOf({ run: undefined });
  // The queries have the words of the corpus, with the same frequencies.
  const texts = Array.from({ length: queries }, () => language.words(2 + Math.floor(language.next() * 4)));
  const answered = async (k: number): Promise<readonly number[]> => {
    const one = async (i: number): Promise<void> => {
      const args = { query: { text: texts[i] ?? '' }, corpus: corpus.id, k };
      const { result } = await searchCorpus({ args, corpus, call, corpora: warm });
      canonicalJson(result);
    };
    await timed(50, one);
    return timed(queries, one);
  };
  const [few, many] = [await answered(10), await answered(50)];
  const leavesOut = 'the clauses and the network';
  return [
    figure('search.p50.10k', median(few), { unit: 'ms', goal: 5, leavesOut }),
    figure('search.p99.10k', percentile(few, 0.99), { unit: 'ms', goal: 25, leavesOut }),
    figure('search.p99.10k.k50', percentile(many, 0.99), { unit: 'ms', goal: 50, leavesOut }),
    figure('search.load.10k', median(loads), {
      unit: 'ms',
      goal: 100,
      leavesOut: `fetching ${(bytes.byteLength / 1024 / 1024).toFixed(1)} MB from the content store`,
    }),
  ];
}

async function snapshotIn(
  folder: string,
  { words, paragraph }: ReturnType<typeof prose>,
): Promise<{ id: string; bytes: Uint8Array }> {
  const directory = join(folder, 'sources');
  await mkdir(directory);
  for (let i = 0; i < documents; i++) {
    const sections = Array.from({ length: passages / documents }, () => `## ${words(4)}\n\n${paragraph()}\n`);
    await writeFile(join(directory, `${String(i).padStart(4, '0')}.md`), sections.join('\n'));
  }
  const locate = (): Promise<never> => Promise.reject(new Error('the corpus has only Markdown files'));
  const out = join(folder, 'bench.sqlite');
  const built = await buildCorpus({ corpus: unmarked, directory, out, work: `${out}.work`, locate });
  if (built.passages !== passages) throw new Error(`the corpus has ${built.passages} passages instead of ${passages}`);
  return { id: built.id, bytes: await readFile(out) };
}
