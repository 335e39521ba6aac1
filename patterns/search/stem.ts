import type { CorpusLocale } from '../../contract/artefacts/corpus.ts';

const lettersOnly = /^\p{L}+$/u;

/**
 * Turkish puts its endings behind the word: its first five letters find as well as a full analysis does (Can et al.,
 * "Information retrieval on Turkish texts", JASIST 59(3), 2008).
 */
const turkish = (word: string): string => (word.length <= 5 ? word : Array.from(word).slice(0, 5).join(''));

/** The English plural, and nothing that a reader would not see (Harman, "How effective is suffixing?", JASIS 42(1), 1991). */
function english(word: string): string {
  if (word.length <= 3 || !word.endsWith('s')) return word;
  if (word.endsWith('ies')) return /(?:[ae]ies)$/.test(word) ? word : `${word.slice(0, -3)}y`;
  if (word.endsWith('es')) return /(?:[aeo]es)$/.test(word) ? word : word.slice(0, -1);
  return /(?:us|ss)$/.test(word) ? word : word.slice(0, -1);
}

const stems: Readonly<Record<CorpusLocale, (word: string) => string>> = { tr: turkish, en: english };

/** The form under which a word is found. A number, or what holds one, is found as it is. */
export const stem = (word: string, locale: CorpusLocale): string =>
  lettersOnly.test(word) ? stems[locale](word) : word;
