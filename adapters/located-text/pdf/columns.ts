/** Where the columns of the lines so far begin. */
export class Columns {
  /** By column; rising. */
  readonly #begins: (number | undefined)[] = [];
  #at: number | undefined;

  newLine(): void {
    this.#at = undefined;
  }

  /** Tabs before a piece that begins at `x`: to its column, or to the next one where it begins a column of its own. */
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

/** A share of the font's height. Two columns begin at the same place if they differ by less. */
const tolerance = 0.3;
