import { rm } from 'node:fs/promises';
import { corpora } from '../../../../adapters/corpora/corpora.ts';
import type { CorpusSnapshot } from '../../../../contract/artefacts/corpus.ts';
import { search } from '../../../../patterns/search/pattern.ts';
import { corpusBench, wording } from '../../../support/corpora.ts';
import { artefactOf, closed, secretName, sampleOf, type Flavour } from '../sample.ts';

/** Snapshots of each flavour, built once in each process, because their bytes depend only on the documents. */
const builds = new Map<Flavour, ReturnType<typeof build>>();
async function build(flavour: Flavour) {
  const bench = await corpusBench();
  const end = flavour === 'plain' ? 'uygulanmaz' : 'uygulanır';
  const files = {
    'a.md': `Cam kırılmasında ${secretName} için muafiyet ${end}.\n`,
    'b.md': 'Hırsızlıkta muafiyet vardır.\n',
  };
  const { id } = await bench.build(files, wording, ['pii.medium']);
  process.once('exit', () => void rm(bench.directory, { recursive: true, force: true }));
  return { ...bench, id };
}
const built = (flavour: Flavour) => {
  const known = builds.get(flavour) ?? build(flavour);
  builds.set(flavour, known);
  return known;
};

const asked = (text: string) => ({ query: { text }, corpus: wording.id, k: 1 });

export const sample = sampleOf(search, {
  signature: {
    request: closed({
      query: closed(
        {
          text: { type: 'string', minLength: 1, maxLength: 512 },
          filters: closed(
            {
              documents: {
                type: 'array',
                items: { type: 'string', minLength: 1, maxLength: 256 },
                minItems: 1,
                maxItems: 16,
              },
            },
            ['documents'],
          ),
        },
        ['filters'],
      ),
      corpus: { type: 'string', enum: [wording.id] },
      k: { type: 'integer', minimum: 1, maximum: 20 },
    }),
    response: closed({
      spans: { type: 'array', items: { $ref: 'platform/SearchSpan' }, maxItems: 50 },
      retrievalSnapshotId: { type: 'string', pattern: '^snap-[0-9a-f]{64}$' },
    }),
  },
  artefacts: () => [artefactOf('Corpus', wording, ['pii.low'])],
  ports: async ({ head }, flavour) => {
    const { content, directory } = await built(flavour);
    return { corpora: corpora({ head, content, directory: `${directory}/worker` }) };
  },
  seed: async ({ world, flavour }) => {
    const { state, version } = await world.headWriter.read();
    if (!state) throw new Error('the head was not written');
    await world.headWriter.write({ ...state, corpora: { [wording.id]: (await built(flavour)).id } }, version);
  },
  prepare: () => ({ first: asked(`${secretName} cam`), second: asked('hırsızlık'), exceptional: asked('…') }),
  exceptions: ['search.empty_query'],
  reads: ['pii.medium'],
  secrets: { arguments: ['/query/text'], result: ['/spans/0/quote'] },
  pins: [`${wording.id}@${wording.version}`, wording.id],
  untyped: {
    ports: (ports) => ({
      corpora: {
        current: (corpus) => ports.corpora.current(corpus),
        open: async (corpus, id) => blank(await ports.corpora.open(corpus, id)),
      },
    }),
    refused: 'result.invalid',
  },
});

/** Removes the ids of all passages that a snapshot returns. */
const blank = (snapshot: CorpusSnapshot | undefined): CorpusSnapshot | undefined =>
  snapshot && {
    id: snapshot.id,
    format: snapshot.format,
    locale: snapshot.locale,
    markings: snapshot.markings,
    passageCount: snapshot.passageCount,
    frequencies: (words) => snapshot.frequencies(words),
    best: (words, most, documents) =>
      snapshot
        .best(words, most, documents)
        .map(({ passage, score }) => ({ passage: { ...passage, passageId: '' }, score })),
  };
