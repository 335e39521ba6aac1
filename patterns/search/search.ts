import type { Corpus } from '../../contract/artefacts/corpus.ts';
import type { Corpora, CorpusSnapshot } from '../../contract/artefacts/corpus.ts';
import { Failure } from '../../contract/failures.ts';
import type { CallFacts, Product } from '../../contract/pattern.ts';
import { candidates, ranked } from './rank.ts';
import type { Request, Response } from './schema.ts';
import { spanOf } from './span.ts';
import { tellingWords, type SearchQuery } from './telling-words.ts';
import { wordsOf } from './words.ts';

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
  const query = tellingWords(args.query.text, snapshot);
  const found = foundPassages(query, snapshot, args);
  const sought = new Set(query.forms);
  return {
    result: {
      spans: found.map((one) => spanOf(one, snapshot, sought)),
      retrievalSnapshotId: snapshot.id,
    },
    ...(query.asked > 0 ? {} : { exceptions: [{ kind: 'search.empty_query', detail: 'the query contains no word' }] }),
    pins: { [corpus.id]: snapshot.id },
    markings: snapshot.markings,
  };
}

/** Passages of format 1 keep the order that they had before the second ranking existed. */
function foundPassages(query: SearchQuery, snapshot: CorpusSnapshot, { k, query: { filters } }: Request) {
  if (query.forms.length === 0) return [];
  if (snapshot.format !== '1')
    return ranked(snapshot.best(query.forms, candidates, filters?.documents), query, snapshot).slice(0, k);
  return snapshot
    .best(query.forms, k, filters?.documents)
    .map((one) => ({ ...one, words: wordsOf(one.passage.text, snapshot.locale) }));
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
