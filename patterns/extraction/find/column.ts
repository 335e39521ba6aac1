import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Document } from '../document.ts';
import { cellAt, lineAt } from '../field.ts';

/** What stands above and below a place: its column of a table, or its piece of the lines around it that have as many. */
export function columnOf(document: Document, place: TextSpan): readonly TextSpan[] {
  const cell = cellAt(document, place);
  if (cell) return cell.table.rows.flatMap((cells) => cells[cell.column] ?? []);
  const own = lineAt(document, place.start);
  const index = own.pieces.findIndex(({ start, end }) => start <= place.start && place.end <= end);
  const column = [own.pieces[index] ?? place];
  for (const step of [-1, 1]) {
    let line = own;
    for (let count = 0; count < maxLines; count++) {
      const at = step === -1 ? line.start - 1 : line.end + 1;
      if (at < 0 || at >= document.text.length) break;
      line = lineAt(document, at);
      const piece = line.pieces[index];
      if (line.pieces.length !== own.pieces.length || !piece) break;
      column.push(piece);
    }
  }
  return column;
}
const maxLines = 200;
