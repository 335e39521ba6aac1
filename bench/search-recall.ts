import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSnapshot, type OpenSnapshot } from '../adapters/corpora/sqlite-snapshot.ts';
import { corpusLocales, type CorpusLocale } from '../contract/artefacts/corpus.ts';
import { searchCorpus } from '../patterns/search/search.ts';
import { buildCorpus } from '../registry/corpora/build-corpus.ts';
import { factsOf } from '../test/patterns/facts.ts';
import { figure, type Area, type Figure } from './figure.ts';
import { plainFts5 } from './plain-fts5.ts';

const recall = join(import.meta.dirname, 'recall');
const most = 5;

/**
 * Area: the share of questions whose known passage is not among the first five, beside plain FTS5 on the same passages.
 * The text is the Universal Declaration of Human Rights. The questions were written before the first measurement.
 */
export const searchRecall: Area = {
  name: 'search.recall',
  async measure() {
    const folder = await mkdtemp(join(tmpdir(), 'logic-plane-bench-'));
    const questions = JSON.parse(await readFile(join(recall, 'questions.json'), 'utf8')) as Questions;
    try {
      const figures: Figure[] = [];
      for (const locale of corpusLocales) figures.push(await measuredIn(folder, locale, questions[locale]));
      return figures;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** The number of the article that answers, and the question. */
type Questions = Readonly<Record<CorpusLocale, readonly (readonly [string, string])[]>>;

interface Passages {
  readonly passageId: string;
  readonly section: string;
  readonly text: string;
}

async function measuredIn(folder: string, locale: CorpusLocale, questions: Questions[CorpusLocale]): Promise<Figure> {
  const { snapshot, passages } = await built(folder, locale);
  const plain = plainFts5(passages);
  const ours = asking(snapshot);
  const counts = { ours: [0, 0], plain: [0, 0] } satisfies Record<string, [number, number]>;
  for (const [article, question] of questions) {
    const wanted = passages.filter(({ section }) => section.endsWith(` ${article}`)).map((one) => one.passageId);
    if (wanted.length === 0) throw new Error(`no passage is article ${article} in ${locale}`);
    count(counts.ours, await ours(question), wanted);
    count(counts.plain, plain(question, most), wanted);
  }
  const of = questions.length;
  const missed = (found: number): number => (100 * (of - found)) / of;
  return figure(`search.recall.${locale}.missed`, missed(counts.ours[0]), {
    unit: '%',
    goal: missed(counts.plain[0]),
    leavesOut: `${counts.ours[0]} of ${of} passages are among the first ${most}, ${counts.ours[1]} are first; plain FTS5: ${counts.plain[0]} and ${counts.plain[1]}. The goal is the share that plain FTS5 misses. The text is one document of ${passages.length} passages`,
  });
}

function count(counts: [number, number], found: readonly string[], wanted: readonly string[]): void {
  if (found.some((one) => wanted.includes(one))) counts[0]++;
  if (wanted.includes(found[0] ?? '')) counts[1]++;
}

function asking(snapshot: OpenSnapshot): (text: string) => Promise<readonly string[]> {
  const corpora = { current: async () => snapshot.id, open: async () => snapshot };
  const corpus = { id: snapshot.corpus, version: '1.0.0', title: 'Recall', locale: snapshot.locale };
  const call = factsOf({ run: undefined });
  return async (text) => {
    const args = { query: { text }, corpus: corpus.id, k: most };
    const { result } = await searchCorpus({ args, corpus, call, corpora });
    return result.spans.map(({ passageId }) => passageId);
  };
}

async function built(folder: string, locale: CorpusLocale) {
  const out = join(folder, `${locale}.sqlite`);
  const { id } = await buildCorpus({
    corpus: { id: `corpus.${locale}`, title: 'Recall', locale, markings: [] },
    directory: join(recall, locale),
    out,
    work: `${out}.work`,
    locate: () => Promise.reject(new Error('the corpus has only Markdown files')),
  });
  const snapshot = openSnapshot(out, id);
  if (!snapshot) throw new Error(`the snapshot ${out} cannot be opened`);
  const database = new DatabaseSync(out, { readOnly: true });
  const rows = database.prepare('SELECT passage_id AS passageId, section, text FROM passages ORDER BY id').all();
  database.close();
  return { snapshot, passages: rows as unknown as readonly Passages[] };
}
