import type { LocatedText, TextRegion, TextSpan } from '../../contract/rows/located-text.ts';

/** The invisible character that replaces a mark, such as a footnote, that does not change the number before it. */
const silent = '\u2060';
/**
 * The invisible character that replaces a mark that may change the number before it. A text with this character is not
 * read as a number.
 */
export const doubtful = '\u2062';

const ofNumber = /[\d*†‡§#()[\]⁰¹²³⁴-⁹₀-₉]/u;
const number = /(\d[\d.,]*)\s?$/;
const smallDigits = /[⁰¹²³⁴-⁹₀-₉]+/g;

/** The kinds of regions that a person does not see on the pages. */
const hidden: ReadonlySet<TextRegion['kind']> = new Set(['unseen', 'structured']);

/**
 * Returns a source's text as finders read it, with the same offsets. Text that nobody sees becomes empty, and raised or
 * lowered marks are no longer digits. A single small digit after a number of three or more digits is taken as a
 * footnote. Any other small digit, as in `10⁶`, makes the number unreadable.
 */
export function seenText({ text, regions }: Pick<LocatedText, 'text' | 'regions'>): string {
  const marks = regions
    .filter(({ kind }) => hidden.has(kind) || kind === 'raised' || kind === 'lowered')
    .map(({ kind, start, end }) => ({ start, end, unseen: hidden.has(kind) }));
  const small = [...text.matchAll(smallDigits)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
    unseen: false,
  }));
  const all = [...marks, ...small].toSorted((a, b) => a.start - b.start);
  if (all.length === 0) return text;
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, unseen } of all) {
    if (start < from) continue;
    parts.push(text.slice(from, start), unseen ? '\n'.repeat(end - start) : inPlaceOf(text, { start, end }));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

function inPlaceOf(text: string, { start, end }: TextSpan): string {
  const mark = text.slice(start, end);
  if (!Array.from(mark.trim()).every((one) => ofNumber.test(one))) return mark;
  const [, before] = number.exec(text.slice(Math.max(0, start - 40), start)) ?? [];
  const isFootnote =
    before === undefined ||
    (before.replaceAll(/\D/g, '').length >= 3 &&
      !/[.,]$/.test(before) &&
      mark.replaceAll(/[^\p{N}]/gu, '').length <= 1);
  return (isFootnote ? silent : doubtful).repeat(end - start);
}
