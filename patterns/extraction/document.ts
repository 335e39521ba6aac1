import type { Within } from '../../contract/extractor.ts';
import type { LocatedTable, LocatedText, TextSpan } from '../../contract/located-text.ts';
import { foldForLabels, type Folded } from './fold.ts';

/** A source as the finders see it: its text, the same text folded for labels, and the part of it that is looked at. */
export interface Document {
  readonly located: LocatedText;
  readonly text: string;
  readonly folded: Folded;
  readonly page: number | undefined;
}

/** @param page only this one is looked at */
export const documentOf = (located: LocatedText, page?: number): Document => ({
  located,
  text: located.text,
  folded: foldForLabels(located.text),
  page,
});

/** Whether a span may be looked at. Headers of a message are no part of what it says, unless they are asked for. */
export function scopeOf({ located, page }: Document, within: Within | undefined): (span: TextSpan) => boolean {
  const regions = located.regions.filter(
    ({ kind, name }) => kind === within?.region && (within.name === undefined || within.name === name),
  );
  const headers = within?.region === 'header' ? [] : located.regions.filter(({ kind }) => kind === 'header');
  const pages = located.regions.filter(({ kind, name }) => kind === 'page' && name === String(page));
  const inAny = (spans: readonly TextSpan[], span: TextSpan): boolean => spans.some((one) => holds(one, span));
  return (span) =>
    !inAny(headers, span) &&
    (within === undefined || inAny(regions, span)) &&
    (page === undefined || inAny(pages, span));
}

export const holds = (outer: TextSpan, inner: TextSpan): boolean =>
  outer.start <= inner.start && inner.end <= outer.end;

/** The spans that are looked at, whole: the regions that are named, else all. */
export function partsOf(document: Document, within: Within | undefined): readonly TextSpan[] {
  const { located, page } = document;
  const named = within
    ? located.regions.filter(({ kind, name }) => kind === within.region && (within.name ?? name) === name)
    : page === undefined
      ? [{ start: 0, end: located.text.length }]
      : located.regions.filter(({ kind, name }) => kind === 'page' && name === String(page));
  return named;
}

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
      const found = pieceBelow(line, index, next);
      if (found !== -1) return pieceField(document, next, found);
      const only = next.pieces.length === 1 && index === line.pieces.length - 1;
      return only ? pieceField(document, next, 0, false) : undefined;
    },
  };
}

/** By their order where both lines have as many pieces, else the one whose columns overlap. */
function pieceBelow(line: Line, index: number, next: Line): number {
  if (line.pieces.length === next.pieces.length) return index;
  const piece = line.pieces[index] ?? line;
  const [from, to] = [piece.start - line.start, piece.end - line.start];
  return next.pieces.findIndex(({ start, end }) => start - next.start < to && from < end - next.start);
}
