import { scoreScale, type CorpusSnapshot } from '../../contract/artefacts/corpus.ts';
import type { ScoredPassage } from './rank.ts';
import type { SearchSpan } from './schema.ts';
import { exactForm, unitNumbersOf } from './words.ts';

const maxMatches = 64;

/** Converts a ranked passage to a span of its document's extracted text. */
export function spanOf(
  { passage, score, words }: ScoredPassage,
  snapshot: CorpusSnapshot,
  sought: ReadonlySet<string>,
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
    matches: [...words, ...unitNumbersOf(text, snapshot.format)]
      .filter(({ form, spelling }) => sought.has(form) || sought.has(exactForm(spelling)))
      .toSorted((a, b) => a.start - b.start || a.end - b.end)
      .slice(0, maxMatches)
      .map((word) => ({ start: start + word.start, end: start + word.end })),
  };
}
