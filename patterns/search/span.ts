import type { CorpusSnapshot, RankedPassage } from '../../contract/artefacts/corpus.ts';
import { scoreScale } from '../../contract/artefacts/corpus.ts';
import type { SearchSpan } from './schema.ts';
import { wordsOf } from './words.ts';

const maxMatches = 64;

/** Converts a ranked passage to a span of its document's extracted text. */
export function spanOf(
  { passage, score }: RankedPassage,
  snapshot: CorpusSnapshot,
  words: ReadonlySet<string>,
): SearchSpan {
  const { text, start, passageId, document, title, section } = passage;
  const { sourceHash, extractor, extractorVersion, textHash } = passage;
  return {
    sourceHash,
    extractor,
    extractorVersion,
    textHash,
    start,
    end: start + text.length,
    quote: text,
    retrievalSnapshotId: snapshot.id,
    passageId,
    document,
    title,
    section,
    score: score.toFixed(scoreScale),
    matches: wordsOf(text, snapshot.locale)
      .filter(({ form }) => words.has(form))
      .slice(0, maxMatches)
      .map((word) => ({ start: start + word.start, end: start + word.end })),
  };
}
