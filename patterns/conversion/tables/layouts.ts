import type { Cell } from './cells.ts';
import type { TableTarget } from './shapes.ts';

export interface Layout {
  readonly mediaType: string;
  /** Writes rows of cells, the headings first. `right` tells for each column if it is aligned right. */
  write(rows: readonly (readonly Cell[])[], right: readonly boolean[]): string;
  /** Returns the most characters that `write` could produce, so that the limit can be checked first. */
  size(rows: readonly (readonly Cell[])[]): number;
  readonly guard: (cell: Cell) => Cell;
}

const asIs = (cell: Cell): Cell => cell;
const total = (rows: readonly (readonly Cell[])[]): number =>
  rows.flat().reduce((sum, { text }) => sum + text.length, 0);

/**
 * Writes CSV (RFC 4180) with CRLF after every record. A field with a comma, a quote or a line end is quoted, and a
 * quote inside it is doubled. A field with a semicolon or tab is quoted too, because spreadsheets of some locales use
 * these as delimiters.
 */
const csv: Layout = {
  mediaType: 'text/csv; charset=utf-8; header=present',
  write: (rows) =>
    rows
      .map((row) => `${row.map(({ text }) => (/[",;\t\r\n]/.test(text) ? quoted(text) : text)).join(',')}\r\n`)
      .join(''),
  size: total,
  // A spreadsheet would evaluate text that begins like this, also in full-width characters. An apostrophe makes it
  // plain text (OWASP, CSV injection).
  guard: (cell) =>
    cell.free && /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell.text) ? { ...cell, text: `'${cell.text}` } : cell,
};
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Writes aligned text. Each column is as wide as its widest cell in code points, with two spaces between columns.
 * Numbers are aligned right.
 */
const text: Layout = {
  mediaType: 'text/plain; charset=utf-8',
  write: (rows, right) => {
    const shown = rows.map((row) => row.map((cell) => visible(cell.text)));
    const widths = right.map((_, i) => Math.max(...shown.map((row) => width(row[i] ?? ''))));
    const line = (cells: readonly string[]): string =>
      cells
        .map((cell, i) => padded(cell, widths[i] ?? 0, right[i] ?? false))
        .join('  ')
        .trimEnd();
    const [headings = [], ...body] = shown;
    return [line(headings), widths.map((size) => '-'.repeat(size)).join('  '), ...body.map(line), ''].join('\n');
  },
  size: (rows) => {
    const columns = rows[0]?.map((_, i) => Math.max(...rows.map((row) => visible(row[i]?.text ?? '').length))) ?? [];
    return columns.reduce((sum, size) => sum + size + 2, 0) * (rows.length + 1);
  },
  guard: asIs,
};
const width = (text: string): number => Array.from(text).length;
const padded = (text: string, size: number, right: boolean): string => {
  const blank = ' '.repeat(size - width(text));
  return right ? blank + text : text + blank;
};

/**
 * Writes a table in GitHub Flavored Markdown. Text from outside is escaped, so that it cannot become a link, a tag or a
 * new cell.
 */
const markdown: Layout = {
  mediaType: 'text/markdown; charset=utf-8; variant=GFM',
  write: (rows, right) => {
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    const [headings = [], ...body] = rows.map((row) => row.map((cell) => escaped(cell)));
    return [line(headings), line(right.map((one) => (one ? '---:' : '---'))), ...body.map(line), ''].join('\n');
  },
  size: (rows) => total(rows) * 2,
  guard: asIs,
};
const escaped = ({ text, free }: Cell): string =>
  free ? visible(text).replace(/[\\`*_{}[\]<>#!|~&$:.@]/g, '\\$&') : text;

/**
 * Replaces control characters, line ends and direction marks by their code, so that a cell cannot break its line or
 * change the order of text.
 */
const visible = (text: string): string =>
  text.replace(
    /[\p{Cc}\u2028\u2029\u200E\u200F\u061C\u202A-\u202E\u2066-\u2069]/gu,
    (mark) => `U+${(mark.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  );

export const layouts: Readonly<Record<TableTarget['format'], Layout>> = { csv, text, markdown };
