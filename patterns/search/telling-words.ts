import type { CorpusSnapshot } from '../../contract/artefacts/corpus.ts';
import { Failure } from '../../contract/failures.ts';
import { wordsOf } from './words.ts';

const maxWords = 64;

/**
 * Returns the words of a query that distinguish passages. A word that occurs in more than half of the passages has no
 * weight, because its inverse document frequency is not positive. It is searched only if the query has no other words.
 * @throws Failure `arguments.invalid` if the query has more than 64 different words
 */
export function tellingWords(text: string, snapshot: CorpusSnapshot): { asked: number; words: readonly string[] } {
  const all = wordsOf(text, snapshot.locale);
  const asked = [...new Set(all.map(({ form }) => form))];
  if (asked.length > maxWords) {
    throw new Failure('arguments.invalid', `/query/text: must have at most ${maxWords} different words`, {
      pointer: '/query/text',
    });
  }
  const frequencies = snapshot.frequencies(asked);
  // If the corpus has the number of a clause, the single words of that number add nothing, so they are not searched.
  const clauses = all.filter(({ form, start, end }) => frequencies.has(form) && isClause(text.slice(start, end)));
  const inClause = (word: string): boolean =>
    all.every(
      (one) =>
        one.form !== word ||
        clauses.some(
          (clause) =>
            clause.form !== word &&
            clause.start <= one.start &&
            one.end <= clause.end &&
            !isClause(text.slice(one.start, one.end)),
        ),
    );
  const found = asked.filter((word) => frequencies.has(word) && !inClause(word));
  const rare = found.filter((word) => (frequencies.get(word) ?? 0) * 2 <= snapshot.passageCount);
  return { asked: asked.length, words: rare.length > 0 ? rare : found };
}

/** True if the text is a number of a clause that consists of several words, because it has a point or a bracket. */
const isClause = (written: string): boolean => /[.(]/.test(written);
