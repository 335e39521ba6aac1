import type { CorpusLocale } from '../../contract/artefacts/corpus.ts';
import { clausesIn } from './clauses.ts';
import { foldedWord, ignored } from './fold.ts';
import { stem } from './stem.ts';

/** A word where it stands: UTF-16 units of the text, and the form under which it is found. */
export interface Word {
  readonly form: string;
  readonly start: number;
  readonly end: number;
}

const run = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}${ignored}]*`, 'gu');
const ignoredOnes = new RegExp(ignored, 'g');
/** Longer than any word: an encoded file, not language. */
const longest = 64;

/**
 * The words of a text and its numbers of clauses, for the index and for the query alike. A form holds letters and digits alone, so that nothing in it
 * is syntax to anyone.
 */
export function wordsOf(text: string, locale: CorpusLocale): readonly Word[] {
  const folded = foldedWord(text);
  const words: Word[] = [];
  for (const { 0: found, index } of folded.matchAll(run)) {
    // In Turkish an apostrophe parts a name from its endings: İzmir'de, Kasko'nun.
    if (locale === 'tr' && folded.charAt(index - 1) === "'" && /[\p{L}\p{N}]/u.test(folded.charAt(index - 2))) continue;
    const bare = found.replace(ignoredOnes, '');
    // What one unit could not hold: ligatures, ß, composed syllables.
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
