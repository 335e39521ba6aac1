import { pattern } from '../../contract/pattern.ts';
import { request, response, settings } from './schema.ts';
import { searchCorpus } from './search.ts';

/** Ranks the passages of a corpus snapshot. docs/spec.md, 9.3, read-internal: the result has the corpus's markings. */
export const search = pattern({
  name: 'search',
  effectClass: 'read-internal',
  function: 'search',
  network: 'none',
  request,
  response,
  settings,
  refs: { corpus: { kind: 'Corpus', at: ['/corpus'], count: 'one' } },
  ports: ['corpora'],
  execute: ({ args, refs, ports, call }) => searchCorpus({ args, corpus: refs.corpus, call, corpora: ports.corpora }),
});
