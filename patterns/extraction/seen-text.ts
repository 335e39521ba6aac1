import type { LocatedText, TextSpan } from '../../contract/rows/located-text.ts';

/** Stands for a mark that says nothing of the number before it; nobody sees it. */
const silent = '\u2060';
/** Stands for a mark that may change the number before it: what has it is no number. */
export const doubtful = '\u2062';

const ofNumber = /[\d*†‡§#()[\]⁰¹²³⁴-⁹₀-₉]/u;
const number = /(\d[\d.,]*)\s?$/;
const smallDigits = /[⁰¹²³⁴-⁹₀-₉]+/g;

/**
 * A source's text as finders read it, unit for unit: what nobody sees is empty, and a raised or lowered mark is no digit. A
 * single digit behind a number of three digits or more is a footnote's; any other, such as of `10⁶`, leaves it in doubt.
 */
export function seenText({ text, regions }: Pick<LocatedText, 'text' | 'regions'>): string {
  const marks = regions
    .filter(({ kind }) => kind === 'unseen' || kind === 'raised' || kind === 'lowered')
    .map(({ kind, start, end }) => ({ start, end, unseen: kind === 'unseen' }));
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
