import type { CorpusLocale } from '../../contract/artefacts/corpus.ts';
import { german } from './german.ts';

const lettersOnly = /^(?:[a-z]+|\p{L}+)$/u;
const hasSurrogates = /[\uD800-\uDFFF]/;

/**
 * Shortens a Turkish word to its first five letters. Turkish puts its endings behind the word, and this finds as well
 * as a full analysis does (Can et al., "Information retrieval on Turkish texts", JASIST 59(3), 2008).
 */
function turkish(word: string): string {
  if (word.length <= 5) return word;
  const first = word.slice(0, 5);
  return hasSurrogates.test(first) ? Array.from(word).slice(0, 5).join('') : first;
}

/**
 * Removes the ending of an English plural and no other ending, as readers expect (Harman, "How effective is
 * suffixing?", JASIS 42(1), 1991).
 */
function english(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word;
  if (word.endsWith('ies')) return /(?:[ae]ies)$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith('es')) return /(?:[aeo]es)$/.test(word) ? word : word.slice(0, -1);
  return /(?:us|ss)$/.test(word) ? word : word.slice(0, -1);
}

const stems: Readonly<Record<CorpusLocale, (word: string) => string>> = { tr: turkish, en: english, de: german };

/** Returns the form by which a word is searched. A word with a digit keeps its form. */
export const stem = (word: string, locale: CorpusLocale): string =>
  lettersOnly.test(word) ? stems[locale](word) : word;
