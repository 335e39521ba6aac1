import type { CorpusLocale } from '../../contract/artefacts/corpus.ts';
import { clausesIn } from './clauses.ts';
import { foldedWord, ignored } from './fold.ts';
import { stem } from './stem.ts';

/** A word with its place in UTF-16 units, and the form by which it is searched. */
export interface Word {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

const run = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}${ignored}]*`, 'gu');
const ignoredOnes = new RegExp(ignored, 'g');
/** The most letters of a form. Longer text is an encoded file, not language. */
const longest = 64;

/**
 * Returns the words and the clause numbers of a text. The index and the query use the same function. A form has only
 * letters and digits, so it never contains search syntax.
 */
export function wordsOf(text: string, locale: CorpusLocale): readonly Word[] {
  const folded = foldedWord(text);
  const words: Word[] = [];
  for (const { 0: found, index } of folded.matchAll(run)) {
    // In Turkish an apostrophe separates a name from its endings, as in İzmir'de. The endings are skipped.
    if (locale === 'tr' && folded.charAt(index - 1) === "'" && /[\p{L}\p{N}]/u.test(folded.charAt(index - 2))) continue;
    const bare = found.replace(ignoredOnes, '');
    // Folds what did not fit into one unit before: ligatures, ß and composed syllables.
    const plain = bare.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
    const form = stem(
      Array.from(plain.replaceAll(/[^\p{L}\p{N}]/gu, ''))
        .slice(0, longest)
        .join(''),
      locale,
    );
    if (form !== '') words.push({ form, start: index, end: index + found.length });
  }
  return [...words, ...clausesIn(folded)].toSorted((a, b) => a.start - b.start || a.end - b.end);
}
