/** Letters that may come before the ending `s` or `st` of a German word. */
const beforeEnding = /[bdfghklmnt]$/;

/** Writes `ae`, `oe` and `ue` as folded umlauts, because keyboards without umlauts need two letters. */
export const withoutDigraphs = (word: string): string => word.replaceAll(/([ao])e|(?<![aeiouyq])(u)e/g, '$1$2');

/**
 * Removes the endings of German declension, and then the endings of comparison, from a word without umlauts (Savoy,
 * "Light stemming approaches for the French, Portuguese, German and Hungarian languages", ACM SAC 2006).
 */
export const german = (word: string): string => withoutComparison(withoutCase(word));

function withoutCase(word: string): string {
  if (word.length > 5 && word.endsWith('ern')) return word.slice(0, -3);
  if (word.length > 4 && /e[mnrs]$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('e')) return word.slice(0, -1);
  if (word.length > 3 && word.endsWith('s') && beforeEnding.test(word.slice(0, -1))) return word.slice(0, -1);
  return word;
}

function withoutComparison(word: string): string {
  if (word.length > 5 && word.endsWith('est')) return word.slice(0, -3);
  if (word.length > 4 && /e[rn]$/.test(word)) return word.slice(0, -2);
  if (word.length > 4 && word.endsWith('st') && beforeEnding.test(word.slice(0, -2))) return word.slice(0, -2);
  return word;
}
