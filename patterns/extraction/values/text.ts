import type { PropertyType } from '../../../contract/artefacts/extractor.ts';
import { asWritten } from '../as-written.ts';
import { fold, folded } from '../fold.ts';
import { matchesOf } from '../linear-pattern.ts';
import type { Token } from './token.ts';

type TextType = Extract<PropertyType, { kind: 'text' }>;
type EnumType = Extract<PropertyType, { kind: 'enum' }>;

/**
 * Finds texts in a passage. With a `form`, these are the matches of the form. Without a `form`, it is the whole
 * passage.
 */
export function textTokens(text: string, { form, maxLength }: TextType): readonly Token[] {
  const places = form === undefined ? [{ start: 0, end: text.length }] : matchesOf(form, text);
  return places.flatMap((place): Token[] => {
    const written = text.slice(place.start, place.end);
    const start = place.start + (written.length - written.trimStart().length);
    const value = written.trim();
    const end = start + value.length;
    if (value === '') return [];
    const read = (form === undefined ? value : asWritten(value).text).replaceAll(/[\u2060\u2062]/g, '');
    return [value.length > maxLength ? { start, end, fault: 'malformed' } : { start, end, values: [read] }];
  });
}

/**
 * Finds the values of a closed list whose spellings occur as separate words. If two spellings overlap, the longer one
 * counts.
 */
export function enumTokens(text: string, { values }: EnumType): readonly Token[] {
  const places = fold(text);
  const compared = places.text;
  const ways = Object.entries(values).flatMap(([value, written]) =>
    written.map((way) => ({ value, way: folded(way) })),
  );
  const found: { from: number; to: number; value: string }[] = [];
  for (const { value, way } of ways.toSorted((a, b) => b.way.length - a.way.length)) {
    for (let from = compared.indexOf(way); from !== -1; from = compared.indexOf(way, from + 1)) {
      const to = from + way.length;
      const taken = found.some((one) => from < one.to && one.from < to && one.to - one.from > way.length);
      if (!taken && standsAlone(compared, from, to)) found.push({ from, to, value });
    }
  }
  return found
    .toSorted((a, b) => a.from - b.from)
    .map(({ from, to, value }) => ({
      start: places.at(from),
      end: endOf(text, places.at(to - 1), places.at(to)),
      values: [value],
    }));
}

const word = /[\p{L}\p{N}]/u;
const standsAlone = (text: string, from: number, to: number): boolean =>
  !word.test(text[from - 1] ?? '') && !word.test(text[to] ?? '');

/**
 * Returns the end of a match in the original: after the marks of the last character, but before the space that folding
 * removed.
 */
export const endOf = (text: string, last: number, next: number): number =>
  last + text.slice(last, Math.max(next, last + 1)).trimEnd().length;
