import type { TextSpan } from '../../contract/rows/located-text.ts';
import type { CellPlace } from './cells.ts';
import type { Document } from './document.ts';
import { pieceAt, type Line } from './lines.ts';
import { lastAtMost } from './spans.ts';

/** A cell of a table, or a piece of a line between wide spaces, with its neighbours to the right and below. */
export interface Field extends TextSpan {
  /**
   * False if the field is the only piece of its line and was taken for the last column, although the source has no
   * columns there.
   */
  readonly aligned: boolean;
  right(): Field | undefined;
  below(): Field | undefined;
}

/** Returns the smallest field that contains a place. */
export function fieldAt(document: Document, place: TextSpan): Field {
  const cell = document.cells.at(place);
  return cell ? tableField(document, cell) : lineField(document, place);
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
      for (let next = column + 1; next < cells.length; next++) {
        const found = fieldOf(row, next);
        if (found) return found;
      }
      return undefined;
    },
    below: () => fieldOf(row + 1, column),
  };
}

function lineField(document: Document, place: TextSpan): Field {
  const line = document.lines.at(place.start);
  const index = pieceAt(line, place);
  return index === -1 ? wholeLine(line) : pieceField(document, { line, index });
}

const wholeLine = ({ start, end }: Line): Field => ({
  start,
  end,
  aligned: true,
  right: () => undefined,
  below: () => undefined,
});

function pieceField(
  document: Document,
  { line, index }: { readonly line: Line; readonly index: number },
  aligned = true,
): Field {
  const { start, end } = line.pieces[index] ?? line;
  return {
    start,
    end,
    aligned,
    right: () => (index + 1 < line.pieces.length ? pieceField(document, { line, index: index + 1 }) : undefined),
    below: () => {
      const next = document.lines.below(line);
      if (!next) return undefined;
      const found = pieceBelow({ line, index, next });
      if (found !== -1) return pieceField(document, { line: next, index: found });
      const only = next.pieces.length === 1 && index === line.pieces.length - 1;
      const othersAreWhole = (): boolean =>
        line.pieces.slice(0, index).every(({ start, end }) => says.test(document.text.slice(start, end)));
      return only && !next.hasGap && othersAreWhole()
        ? pieceField(document, { line: next, index: 0 }, false)
        : undefined;
    },
  };
}

/** Matches a label followed by its value. The text below such a field belongs to another field. */
const says = /[:：]\s*\S/u;

interface Below {
  readonly line: Line;
  readonly index: number;
  readonly next: Line;
}

/**
 * Finds the piece of the next line that is below a piece. If a column is empty, pieces are matched by the number of
 * tabs before them. If both lines have the same number of pieces, they are matched by order. Otherwise it is the piece
 * that overlaps the given piece.
 */
function pieceBelow({ line, index, next }: Below): number {
  const piece = line.pieces[index] ?? line;
  if (line.hasGap || next.hasGap) {
    const tabs = line.tabs[index] ?? 0;
    const found = lastAtMost(next.tabs, tabs, (one) => one);
    return next.tabs[found] === tabs ? found : -1;
  }
  if (line.pieces.length === next.pieces.length) return index;
  const [from, to] = [piece.start - line.start + next.start, piece.end - line.start + next.start];
  const first = lastAtMost(next.pieces, from, ({ end }) => end) + 1;
  return (next.pieces[first]?.start ?? to) < to ? first : -1;
}
