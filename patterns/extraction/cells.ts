import type { LocatedTable, TextSpan } from '../../contract/rows/located-text.ts';
import { spanHolds, lastAtMost } from './spans.ts';

export interface CellPlace {
  readonly table: LocatedTable;
  readonly row: number;
  readonly column: number;
}

interface Cell extends CellPlace {
  readonly span: TextSpan;
  /** The cell around it, where its table stands in one. */
  readonly around: Cell | undefined;
}

/** The cells of all tables, by where they stand. */
export class Cells {
  readonly #rising: readonly Cell[];

  constructor(tables: readonly LocatedTable[]) {
    // Of tables that nest the inner one is told of first.
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

  /** The innermost cell that holds a place. */
  at(place: TextSpan): CellPlace | undefined {
    let cell = this.#rising[lastAtMost(this.#rising, place.start, ({ span }) => span.start)];
    while (cell && !spanHolds(cell.span, place)) cell = cell.around;
    return cell;
  }
}
