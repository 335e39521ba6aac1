import type { LocatedTable, TextSpan } from '../../contract/rows/located-text.ts';
import { holds, type Document } from './document.ts';

/** A cell of a table, or a piece of a line that wide space parts from its neighbours; and what stands beside and below it. */
export interface Field extends TextSpan {
  /** False of the one piece below the last of a line, where the source has kept no columns. */
  readonly aligned: boolean;
  right(): Field | undefined;
  below(): Field | undefined;
}

export interface CellPlace {
  readonly table: LocatedTable;
  readonly row: number;
  readonly column: number;
}

/** The smallest field around a place. */
export function fieldAt(document: Document, place: TextSpan): Field {
  const cell = cellAt(document, place);
  return cell ? tableField(document, cell) : lineField(document, place);
}

export function cellAt({ located }: Document, place: TextSpan): CellPlace | undefined {
  for (const table of located.tables) {
    const row = rowAt(table, place);
    const column = table.rows[row]?.findIndex((cell) => holds(cell, place)) ?? -1;
    if (column !== -1) return { table, row, column };
  }
  return undefined;
}

const kept = new WeakMap<LocatedTable, readonly number[]>();

/** The last row that begins at a place or before it: rows stand one behind the other, and there may be a million. */
function rowAt(table: LocatedTable, { start }: TextSpan): number {
  const begins = kept.get(table) ?? beginsOf(table);
  kept.set(table, begins);
  let [low, high] = [0, begins.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((begins[middle] ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Of a row without cells, where the one before it begins. */
function beginsOf({ rows }: LocatedTable): readonly number[] {
  let last = 0;
  return rows.map(([first]) => (last = first?.start ?? last));
}

function tableField(document: Document, { table, row, column }: CellPlace): Field {
  const cells = table.rows[row] ?? [];
  const { start, end } = cells[column] ?? { start: 0, end: 0 };
  const isFilled = (cell: TextSpan): boolean => document.text.slice(cell.start, cell.end).trim() !== '';
  const fieldOf = (row: number, column: number): Field | undefined => {
    const cell = table.rows[row]?.[column];
    return cell && isFilled(cell) ? tableField(document, { table, row, column }) : undefined;
  };
  return {
    start,
    end,
    aligned: true,
    right: () => {
      const next = cells.findIndex((cell, i) => i > column && isFilled(cell));
      return next === -1 ? undefined : fieldOf(row, next);
    },
    below: () => fieldOf(row + 1, column),
  };
}

const lineBreak = /[\n\r\f\u0085\u2028\u2029]/;
const wideSpace = /\t[\t \u00a0]*|[ \u00a0]{2,}\t?[ \u00a0]*|[ \u00a0]*[|│┃¦][ \u00a0]*/g;

export interface Line extends TextSpan {
  readonly pieces: readonly TextSpan[];
}

export function lineAt({ text }: Document, place: number): Line {
  let start = place;
  while (start > 0 && !lineBreak.test(text[start - 1] ?? '')) start -= 1;
  let end = place;
  while (end < text.length && !lineBreak.test(text[end] ?? '')) end += 1;
  return { start, end, pieces: piecesOf(text, start, end) };
}

function piecesOf(text: string, start: number, end: number): readonly TextSpan[] {
  const line = text.slice(start, end);
  const pieces: TextSpan[] = [];
  let from = 0;
  for (const gap of [...line.matchAll(wideSpace), undefined]) {
    const to = gap?.index ?? line.length;
    if (line.slice(from, to).trim() !== '') pieces.push({ start: start + from, end: start + to });
    from = to + (gap?.[0].length ?? 0);
  }
  return pieces;
}

/** The next line with anything in it; an empty one may stand between. */
function lineBelow(document: Document, { end }: Line): Line | undefined {
  let at = end;
  let breaks = 0;
  while (at < document.text.length && /\s/.test(document.text[at] ?? '') && breaks < 3) {
    if (document.text[at] === '\n' || (lineBreak.test(document.text[at] ?? '') && document.text[at + 1] !== '\n'))
      breaks += 1;
    at += 1;
  }
  return breaks === 0 || breaks > 2 || at >= document.text.length ? undefined : lineAt(document, at);
}

function lineField(document: Document, place: TextSpan): Field {
  const line = lineAt(document, place.start);
  const index = line.pieces.findIndex((piece) => holds(piece, place));
  return index === -1 ? wholeLine(line) : pieceField(document, line, index);
}

const wholeLine = ({ start, end }: Line): Field => ({
  start,
  end,
  aligned: true,
  right: () => undefined,
  below: () => undefined,
});

function pieceField(document: Document, line: Line, index: number, aligned = true): Field {
  const { start, end } = line.pieces[index] ?? line;
  return {
    start,
    end,
    aligned,
    right: () => (index + 1 < line.pieces.length ? pieceField(document, line, index + 1) : undefined),
    below: () => {
      const next = lineBelow(document, line);
      if (!next) return undefined;
      const found = pieceBelow(document, { line, index, next });
      if (found !== -1) return pieceField(document, next, found);
      const only = next.pieces.length === 1 && index === line.pieces.length - 1;
      const othersAreWhole = line.pieces
        .slice(0, index)
        .every(({ start, end }) => says.test(document.text.slice(start, end)));
      return only && othersAreWhole && !hasGap(document, next) ? pieceField(document, next, 0, false) : undefined;
    },
  };
}

/** A label with its value: what stands below belongs to another. */
const says = /[:：]\s*\S/u;

/** A column of the line is empty. */
const hasGap = ({ text }: Document, { start, end }: Line): boolean => /^\t|\t\t/.test(text.slice(start, end));
const tabsBefore = ({ text }: Document, line: Line, piece: TextSpan): number =>
  text.slice(line.start, piece.start).split('\t').length;

/** By their tabs where a column is empty, by their order where both lines have as many pieces, else the one that overlaps. */
function pieceBelow(
  document: Document,
  { line, index, next }: { readonly line: Line; readonly index: number; readonly next: Line },
): number {
  const piece = line.pieces[index] ?? line;
  if (hasGap(document, line) || hasGap(document, next)) {
    const column = tabsBefore(document, line, piece);
    return next.pieces.findIndex((one) => tabsBefore(document, next, one) === column);
  }
  if (line.pieces.length === next.pieces.length) return index;
  const [from, to] = [piece.start - line.start, piece.end - line.start];
  return next.pieces.findIndex(({ start, end }) => start - next.start < to && from < end - next.start);
}
