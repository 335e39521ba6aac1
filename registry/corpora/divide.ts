import { corpusLimits } from '../../contract/artefacts/corpus.ts';

const sentenceEnd = /[.!?…;:][)"'”’»\]]*\s+/g;
const blank = /\s+/g;

/**
 * Divides a span that is too long. It cuts at the end of a sentence if possible, or else at white space, or else
 * between two characters.
 */
export function divide(text: string, start: number, end: number): readonly { start: number; end: number }[] {
  const pieces: { start: number; end: number }[] = [];
  let from = start;
  while (end - from > corpusLimits.passageUnits) {
    const window = text.slice(from, from + corpusLimits.passageUnits);
    const cut = from + (lastEnd(window, sentenceEnd) ?? lastEnd(window, blank) ?? wholeCharacters(text, from));
    pieces.push({ start: from, end: from + text.slice(from, cut).trimEnd().length });
    from = cut;
  }
  if (end > from) pieces.push({ start: from, end });
  return pieces.filter((piece) => piece.end > piece.start);
}

/** Returns the end of the last match that leaves at least half of the window before it. */
function lastEnd(window: string, pattern: RegExp): number | undefined {
  const ends = [...window.matchAll(pattern)].map(({ 0: found, index }) => index + found.length);
  return ends.findLast((end) => end * 2 >= window.length);
}

/**
 * Returns the length of a passage. The passage does not end inside a surrogate pair, or between a letter and its combining
 * mark.
 */
function wholeCharacters(text: string, from: number): number {
  const length = corpusLimits.passageUnits;
  for (let cut = length; cut * 2 > length; cut--) {
    const point = text.codePointAt(from + cut) ?? 0;
    const within = point >= 0xdc00 && point < 0xe000;
    if (!within && !/^[\p{M}\u200D]/u.test(String.fromCodePoint(point))) return cut;
  }
  return length;
}
