import type { CorpusSnapshot } from '../../contract/artefacts/corpus.ts';
import { exactForm } from './words.ts';

/** Shorter words differ from too many other words by one letter. Longer words would need too many look-ups. */
const correctable = /^[a-z]{6,24}$/;
const letters = 'abcdefghijklmnopqrstuvwxyz';
const mostSpellings = 3;

/**
 * Returns the words of the corpus that differ from a word by one letter: one letter more, one letter less, another
 * letter, or two neighbouring letters exchanged. The most frequent words come first. A word of 24 letters needs 1 300
 * look-ups.
 */
export function nearSpellings(spelling: string, snapshot: CorpusSnapshot): readonly string[] {
  if (!correctable.test(spelling)) return [];
  const near = [...new Set(neighbours(spelling))];
  const frequencies = snapshot.frequencies(near.map(exactForm));
  const count = (one: string): number => frequencies.get(exactForm(one)) ?? 0;
  return near
    .filter((one) => count(one) > 0)
    .toSorted((a, b) => count(b) - count(a) || (a < b ? -1 : 1))
    .slice(0, mostSpellings);
}

function neighbours(word: string): readonly string[] {
  const places = Array.from({ length: word.length + 1 }, (_, i) => [word.slice(0, i), word.slice(i)] as const);
  return places.flatMap(([before, after]) => [
    ...(after === '' ? [] : [before + after.slice(1)]),
    ...(after.length < 2 ? [] : [before + after.charAt(1) + after.charAt(0) + after.slice(2)]),
    ...Array.from(letters, (letter) => before + letter + after),
    ...(after === '' ? [] : Array.from(letters, (letter) => before + letter + after.slice(1))),
  ]);
}
