import type { PropertyType } from '../../../contract/artefacts/extractor.ts';
import { asWritten } from '../as-written.ts';
import { fold, folded } from '../fold.ts';
import { matchesOf } from '../linear-pattern.ts';
import type { Token } from './token.ts';

type TextType = Extract<PropertyType, { kind: 'text' }>;
type EnumType = Extract<PropertyType, { kind: 'enum' }>;

/** With a form, what has it, as the form reads it; without, the whole passage as it stands. */
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

/** Where one of the ways of writing a value stands as words of its own; of two that overlap the longer. */
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

/** The end of a folded match: behind the marks of its last character, before the space that the fold has skipped. */
export const endOf = (text: string, last: number, next: number): number =>
  last + text.slice(last, Math.max(next, last + 1)).trimEnd().length;
