import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Document } from '../document.ts';
import { pieceAt } from '../lines.ts';

/**
 * Returns the column of a place. In a table, it is the table's column. Otherwise it is the piece at the same position
 * in each neighbouring line with the same number of pieces.
 */
export function columnOf({ cells, lines }: Document, place: TextSpan): readonly TextSpan[] {
  const cell = cells.at(place);
  if (cell) return cell.table.rows.flatMap((row) => row[cell.column] ?? []);
  const own = lines.at(place.start);
  const index = pieceAt(own, place);
  const column = [own.pieces[index] ?? place];
  for (const step of [-1, 1]) {
    for (let count = 1; count <= maxLines; count++) {
      const line = lines.get(own.index + step * count);
      const piece = line?.pieces[index];
      if (!line || line.pieces.length !== own.pieces.length || !piece) break;
      column.push(piece);
    }
  }
  return column;
}
const maxLines = 200;
