import { SourceRefused } from '../source-refused.ts';
import { withoutMarks, type MarkedTable, type MarkedText } from '../table-text.ts';
import { textLimits, tooLarge } from '../text-builder.ts';
import { attribute, first, isOn, named, textIn, type Element } from '../xml.ts';
import { richText } from './rich-text.ts';
import { sheetDate } from './sheet-date.ts';
import { sheetNumber } from './sheet-number.ts';
import type { CellStyle } from './styles.ts';

export interface Book {
  readonly strings: readonly MarkedText[];
  readonly styleOf: (index: string | undefined) => CellStyle;
  readonly is1904: boolean;
}

export interface SheetText {
  readonly rows: MarkedTable['rows'];
  /** Hidden rows, and the cells of hidden columns. */
  readonly unseen: readonly string[];
}

/** The last cell of a sheet is XFD1048576 (ECMA-376, 18.3.1.73). */
const last = { row: 1_048_576, column: 16_384 } as const;
/** A longer gap between rows is written as one empty row, because a gap may have a million rows. */
const maxEmpty = 100;

/**
 * Reads the values of a sheet. A cell or row without a reference follows the one before it (ECMA-376, 18.3.1.4).
 * @throws SourceRefused
 */
export function sheetText(sheet: Element, book: Book): SheetText {
  const hiddenColumns = hiddenIn(sheet);
  const rows: (readonly MarkedText[])[] = [];
  const unseen: string[] = [];
  let number = 0;
  let cells = 0;
  const isZero = isSet(first(sheet, 'sheetFormatPr'), 'zeroHeight');
  for (const row of named(first(sheet, 'sheetData'), 'row')) {
    const at = numberOf(attribute(row, 'r') ?? String(number + 1), last.row);
    const { seen, hidden, width } = rowText(row, book, hiddenColumns);
    cells += width;
    if (cells > textLimits.spans) throw tooLarge(`a sheet has more than ${textLimits.spans} cells`);
    const isHidden =
      isSet(row, 'hidden') || attribute(row, 'ht') === '0' || (isZero && attribute(row, 'ht') === undefined);
    if (isHidden) unseen.push([...seen.map(({ text }) => text), ...hidden].join('\t'));
    else {
      const gap = Math.max(0, at - number - 1);
      for (let i = 0; i < (gap > maxEmpty ? 1 : gap); i++) rows.push([]);
      rows.push(seen);
      if (hidden.length > 0) unseen.push(hidden.join('\t'));
    }
    number = at;
  }
  return { rows, unseen };
}

const isSet = (element: Element | undefined, name: string): boolean => {
  const value = element && attribute(element, name);
  return value !== undefined && isOn(value);
};

/** Reads the number of a row or column. @throws SourceRefused `source.corrupt` if no sheet can have it */
function numberOf(written: string, most: number): number {
  const number = Number(written);
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new SourceRefused('source.corrupt', 'a row or column is outside the sheet, which ends at XFD1048576');
  }
  return number;
}

function columnOf(name: string | undefined, before: number): number {
  const letters = name === undefined ? undefined : /^\$?([A-Za-z]{1,8})/.exec(name)?.[1];
  if (letters === undefined) return numberOf(String(before + 1), last.column);
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + (letter.charCodeAt(0) - 64);
  return numberOf(String(number), last.column);
}

function rowText(row: Element, book: Book, hiddenColumns: (column: number) => boolean) {
  const seen: MarkedText[] = [];
  const hidden: string[] = [];
  let column = 0;
  for (const cell of named(row, 'c')) {
    column = columnOf(attribute(cell, 'r'), column);
    const style = book.styleOf(attribute(cell, 's'));
    const marked = cellText(cell, style, book);
    while (seen.length < column) seen.push(withoutMarks(''));
    if (hiddenColumns(column) || style.kind === 'hidden' || style.struck) hidden.push(marked.text);
    else seen[column - 1] = marked;
  }
  return {
    seen: seen.slice(0, seen.findLastIndex(({ text }) => text !== '') + 1),
    hidden: hidden.filter((one) => one !== ''),
    width: seen.length,
  };
}

function hiddenIn(sheet: Element): (column: number) => boolean {
  const spans = named(first(sheet, 'cols'), 'col')
    .filter((col) => isSet(col, 'hidden') || attribute(col, 'width') === '0')
    .map((col) => [Number(attribute(col, 'min')), Number(attribute(col, 'max'))] as const);
  return (column) => spans.some(([from, to]) => from <= column && column <= to);
}

/** Returns a cell's value as a person reads it. An error value, such as `#REF!`, stays as it is. */
function cellText(cell: Element, style: CellStyle, book: Book): MarkedText {
  const type = attribute(cell, 't') ?? 'n';
  const value = first(cell, 'v');
  const written = value === undefined ? '' : textIn(value);
  const own =
    type === 's'
      ? (book.strings[Number(written)] ?? withoutMarks(''))
      : type === 'inlineStr'
        ? richText(first(cell, 'is'))
        : withoutMarks(plainText(type, written, { style, is1904: book.is1904 }));
  const { text } = own;
  return style.mark === undefined || text === ''
    ? own
    : { text, marks: [{ kind: style.mark, start: 0, end: text.length }] };
}

interface Shown {
  readonly style: CellStyle;
  readonly is1904: boolean;
}

function plainText(type: string, written: string, { style, is1904 }: Shown): string {
  if (written === '') return '';
  if (type === 'b') return String(isOn(written));
  return type === 'n' ? numberText(written.trim(), style, is1904) : written;
}

function numberText(written: string, { kind, currency }: CellStyle, is1904: boolean): string {
  const number = Number(written);
  if (!Number.isFinite(number)) return written;
  const date = kind === 'number' || kind === 'hidden' ? undefined : sheetDate(number, kind, is1904);
  if (date !== undefined) return date;
  return currency === undefined ? sheetNumber(written) : `${sheetNumber(written)} ${currency}`;
}
