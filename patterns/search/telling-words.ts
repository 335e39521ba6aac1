import type { CorpusSnapshot } from '../../contract/artefacts/corpus.ts';
import { Failure } from '../../contract/failures.ts';
import { wordsOf } from './words.ts';

const maxWords = 64;

/**
 * The words of a query that tell passages apart. A word that stands in more than half of them weighs nothing (its inverse
 * document frequency is not positive), so it is looked for only where the query has no other.
 * @throws Failure `arguments.invalid` for a query of over 64 different words
 */
export function tellingWords(text: string, snapshot: CorpusSnapshot): { asked: number; words: readonly string[] } {
  const all = wordsOf(text, snapshot.locale);
  const asked = [...new Set(all.map(({ form }) => form))];
  if (asked.length > maxWords) {
    throw new Failure('arguments.invalid', `a query has at most ${maxWords} different words`, {
      pointer: '/query/text',
    });
  }
  const frequencies = snapshot.frequencies(asked);
  // The digits and the letter of a clause that the corpus has say nothing beside its number.
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

/** More than one word: it has a point or a bracket in it. */
const isClause = (written: string): boolean => /[.(]/.test(written);
