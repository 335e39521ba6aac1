import type { LocatedText } from '../../../../contract/rows/located-text.ts';
import { located, tabled } from '../located.ts';

const many = <T>(count: number, make: (i: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));
const amount = (i: number): string => `${1 + (i % 9)}.${100 + (i % 800)},${10 + (i % 80)}`;

/** Makes sources that each grow in one way. */
export const shapes: Readonly<Record<string, (count: number) => LocatedText>> = {
  'a table of one row': (count) => tabled([many(count, (i) => (i % 5 === 0 ? 'Toplam EUR' : amount(i)))]),
  'a table of one column': (count) => tabled(many(count, (i) => [i % 5 === 0 ? 'Toplam EUR' : amount(i)])),
  'many small tables': (count) => {
    const tables = many(count, (i) =>
      tabled([
        ['Kalem', 'Toplam'],
        ['Tampon', amount(i)],
      ]),
    );
    let at = 0;
    return located(tables.map(({ text }) => text).join(''), {
      tables: tables.flatMap((table, i) => {
        const moved = table.tables.map(({ rows }) => ({
          name: String(i),
          rows: rows.map((cells) => cells.map(({ start, end }) => ({ start: start + at, end: end + at }))),
        }));
        at += table.text.length;
        return moved;
      }),
    });
  },
  'one line of columns': (count) => located(many(count, (i) => (i % 7 === 0 ? 'Toplam' : amount(i))).join('\t')),
  'two lines with empty columns': (count) =>
    located(`${many(count, (i) => (i % 7 === 0 ? 'Toplam' : '')).join('\t')}\n${many(count, amount).join('\t')}\n`),
  'one line of sentences': (count) => located(many(count, (i) => `Toplam: ${amount(i)} TL,`).join(' ')),
  'lines of label and value': (count) => located(many(count, (i) => `Toplam: ${amount(i)} EUR\n`).join('')),
  'a label on each line and its value on the next': (count) =>
    located(many(count, (i) => `Toplam\n${amount(i)}\n`).join('')),
  'lines of nothing': (count) => located(`Toplam\n${' \n'.repeat(count)}`),
  'spaces without an end': (count) => located(`Toplam:${' '.repeat(count * 4)}${amount(1)}`),
  paragraphs: (count) => {
    const text = many(count, (i) => `Toplam: ${amount(i)} TL\n`);
    let at = 0;
    const regions = text.map((line, i) => ({
      kind: 'paragraph' as const,
      name: String(i + 1),
      start: at,
      end: (at += line.length) - 1,
    }));
    return located(text.join(''), { regions });
  },
  'an object of JSON': (count) => {
    const members = many(count, (i) => [i % 9 === 0 ? `/total${i}` : `/a${i}`, `"${amount(i)}"`] as const);
    let text = '';
    const pointers = members.map(([pointer, value]) => {
      const start = text.length + pointer.length + 3;
      text += `"${pointer.slice(1)}":${value},`;
      return [pointer, { start, end: start + value.length - 2 }] as const;
    });
    return located(text, { mediaType: 'application/json', pointers: Object.fromEntries(pointers) });
  },
};
