/** Remembers the x positions at which columns begin in the lines so far. */
export class Columns {
  /** The x position at which each column begins, in ascending order. */
  readonly #begins: (number | undefined)[] = [];
  #at: number | undefined;

  newLine(): void {
    this.#at = undefined;
  }

  /**
   * Returns the number of tabs to write before a piece of text that begins at `x`. The piece belongs to a known column
   * that begins there, or it begins a new one.
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

/** Two columns are the same if their positions differ by less than this share of the font's height. */
const tolerance = 0.3;
