import type { CorpusLocale, SnapshotFormat } from '../../contract/artefacts/corpus.ts';
import { articlesIn } from './articles.ts';
import { clausesIn } from './clauses.ts';
import { foldedWord, ignored } from './fold.ts';
import { withoutDigraphs } from './german.ts';
import { stem } from './stem.ts';

/** A word with its place in UTF-16 units, and the forms by which it is searched. */
export interface Word {
  readonly form: string;
  /** The folded word with its endings. */
  readonly spelling: string;
  readonly start: number;
  readonly end: number;
}

const run = new RegExp(`[\\p{L}\\p{N}][\\p{L}\\p{N}${ignored}]*`, 'gu');
const ignoredOnes = new RegExp(ignored, 'g');
/**
 * The maximum length of a form, in letters and digits. Longer forms are cut off there: they come from encoded files, not from
 * language.
 */
const longest = 64;

/**
 * Returns the words of a text without the numbers of clauses. The index and the query use the same function. A form has
 * only letters and digits, so it never contains search syntax.
 */
export function wordsOf(text: string, locale: CorpusLocale): readonly Word[] {
  const folded = foldedWord(text);
  const words: Word[] = [];
  for (const { 0: found, index } of folded.matchAll(run)) {
    // In Turkish an apostrophe separates a name from its endings, as in İzmir'de. The endings are skipped.
    if (locale === 'tr' && folded.charAt(index - 1) === "'" && /[\p{L}\p{N}]/u.test(folded.charAt(index - 2))) continue;
    const plain = plainOf(found);
    const spelling = locale === 'de' ? withoutDigraphs(plain) : plain;
    if (spelling !== '')
      words.push({ form: stem(spelling, locale), spelling, start: index, end: index + found.length });
  }
  return words;
}

/** Folds the characters whose folded form has more than one unit: ligatures, ß and composed syllables. */
function plainOf(found: string): string {
  if (found.length <= longest && /^[a-z0-9]+$/.test(found)) return found;
  const bare = found.replace(ignoredOnes, '').normalize('NFKD').replaceAll(/\p{M}/gu, '');
  const plain = bare.replaceAll('ß', 'ss').toLowerCase();
  return Array.from(plain.replaceAll(/[^\p{L}\p{N}]/gu, ''))
    .slice(0, longest)
    .join('');
}

/**
 * Returns the numbers of clauses in a text and, from format 2, the numbers of articles. They are words in addition to
 * those of `wordsOf`.
 */
export function unitNumbersOf(text: string, format: SnapshotFormat): readonly Word[] {
  const folded = foldedWord(text);
  const found = format === '1' ? clausesIn(folded) : [...clausesIn(folded), ...articlesIn(folded)];
  return found.map((one) => ({ ...one, spelling: one.form }));
}

/**
 * Returns the form by which the whole word is counted, and by which it is searched if its stem is too common. No stem
 * begins with the digit 0 and a letter.
 */
export const exactForm = (spelling: string): string => `0${spelling}`;

/** True if the word has letters only, so that its stem may differ from its spelling. */
export const hasLettersOnly = (spelling: string): boolean => /^\p{L}+$/u.test(spelling);
