import type { LocatedTable, TextSpan } from '../../contract/rows/located-text.ts';
import { spanHolds, lastAtMost } from './spans.ts';

export interface CellPlace {
  readonly table: LocatedTable;
  readonly row: number;
  readonly column: number;
}

interface Cell extends CellPlace {
  readonly span: TextSpan;
  /** The cell that contains this cell's table, if the table is nested in another one. */
  readonly around: Cell | undefined;
}

/** The cells of all tables, searchable by place. */
export class Cells {
  readonly #rising: readonly Cell[];

  constructor(tables: readonly LocatedTable[]) {
    // An inner table comes before its outer table in the list. Sorting by start, then by length, then by that order
    // puts outer cells before inner ones.
    const all = tables.flatMap((table, order) =>
      table.rows.flatMap((cells, row) => cells.map((span, column) => ({ table, row, column, span, order }))),
    );
    const open: Cell[] = [];
    this.#rising = all
      .toSorted((a, b) => a.span.start - b.span.start || b.span.end - a.span.end || b.order - a.order)
      .map(({ table, row, column, span }) => {
        while (open.length > 0 && !spanHolds(open.at(-1)?.span ?? span, span)) open.pop();
        const made = { table, row, column, span, around: open.at(-1) };
        open.push(made);
        return made;
      });
  }

  /** Returns the innermost cell that contains a place, or undefined if none does. */
  at(place: TextSpan): CellPlace | undefined {
    let cell = this.#rising[lastAtMost(this.#rising, place.start, ({ span }) => span.start)];
    while (cell && !spanHolds(cell.span, place)) cell = cell.around;
    return cell;
  }
}
