/** Remembers the x positions at which columns begin in the lines so far. */
export class Columns {
  /** The x position at which each column begins, in ascending order. */
  readonly #begins: (number | undefined)[] = [];
  #at: number | undefined;

  newLine(): void {
    this.#at = undefined;
  }

  /**
   * Returns the number of tabs to write before a piece of text that begins at `x`. If a known column begins there, the
   * piece belongs to this column. Otherwise the piece begins a new column.
   */
  skipped(x: number, height: number): number {
    const from = this.#at ?? -1;
    const known = this.#begins.findIndex(
      (begin, column) => column > from && begin !== undefined && Math.abs(begin - x) <= height * tolerance,
    );
    const column = known === -1 ? from + 1 : known;
    for (const [i, begin] of this.#begins.entries()) {
      if (begin !== undefined && (i < column ? begin >= x : i > column && begin <= x)) this.#begins[i] = undefined;
    }
    this.#begins[column] = x;
    this.#at = column;
    return column - Math.max(from, 0);
  }
}

/** Two columns are the same if their positions differ by at most this share of the font's height. */
const tolerance = 0.3;
