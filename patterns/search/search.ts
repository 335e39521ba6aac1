import type { Corpus } from '../../contract/artefacts/corpus.ts';
import type { Corpora, CorpusSnapshot } from '../../contract/artefacts/corpus.ts';
import { Failure } from '../../contract/failures.ts';
import type { CallFacts, Product } from '../../contract/pattern.ts';
import type { Request, Response } from './schema.ts';
import { spanOf } from './span.ts';
import { tellingWords } from './telling-words.ts';

interface Search {
  readonly args: Request;
  readonly corpus: Corpus;
  readonly call: CallFacts;
  readonly corpora: Corpora;
}

/**
 * Searches a corpus and returns the best passages first. A run searches the snapshot that was in force when it was
 * opened. A call without a run searches the snapshot in force now. The receipt pins the snapshot. docs/spec.md, 9.3.
 * @throws Failure `corpus.unpublished`, `run.pin_unavailable`, `dependency.unavailable`, `arguments.invalid`
 */
export async function searchCorpus({ args, corpus, call, corpora }: Search): Promise<Product<Response, never>> {
  const snapshot = await snapshotFor(corpus, call, corpora);
  const { asked, words } = tellingWords(args.query.text, snapshot);
  const documents = args.query.filters?.documents;
  const ranked = words.length === 0 ? [] : snapshot.best(words, args.k, documents);
  const sought = new Set(words);
  return {
    result: {
      spans: ranked.map((one) => spanOf(one, snapshot, sought)),
      retrievalSnapshotId: snapshot.id,
    },
    ...(asked > 0 ? {} : { exceptions: [{ kind: 'search.empty_query', detail: 'the query contains no word' }] }),
    pins: { [corpus.id]: snapshot.id },
    markings: snapshot.markings,
  };
}

async function snapshotFor(corpus: Corpus, { run }: CallFacts, corpora: Corpora): Promise<CorpusSnapshot> {
  const id = run === undefined ? await corpora.current(corpus.id) : run.pins[corpus.id];
  if (id === undefined) {
    const when = run === undefined ? 'yet' : 'before the run was opened';
    throw new Failure('corpus.unpublished', `no snapshot of the corpus ${corpus.id} was published ${when}`);
  }
  const snapshot = await corpora.open(corpus.id, id);
  if (snapshot) return snapshot;
  if (run !== undefined) {
    throw new Failure(
      'run.pin_unavailable',
      `the snapshot of the corpus ${corpus.id} that the run pins cannot be read`,
    );
  }
  throw new Failure(
    'dependency.unavailable',
    `the snapshot of the corpus ${corpus.id} that is in force cannot be read`,
  );
}
