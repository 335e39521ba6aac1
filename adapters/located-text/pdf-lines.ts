/** A run of text as PDF places it. */
export interface Item {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly width: number;
  /** A matrix: 3 is the height of the font, 4 and 5 are where the item begins. */
  readonly transform: readonly number[];
}

/**
 * Items as lines. A gap wider than a letter is high parts columns, as a tab; a column of the lines above in which nothing
 * stands is a tab too, so that what stands below a label is in its column. What jumps back on its line is no part of what
 * stands before it.
 */
export function textOf(items: readonly Item[]): string {
  const columns = new Columns();
  let text = '';
  let before: Item | undefined;
  let gap = true;
  for (const item of items) {
    const [height = 0, x = 0, y = 0] = item.transform.slice(3);
    const [lastX = 0, lastY = 0] = before?.transform.slice(4) ?? [];
    if (before && !before.hasEOL && y === lastY && x < lastX) {
      text += '\n';
      columns.newLine();
      gap = true;
    }
    const isBlank = item.str.trim() === '';
    if (isBlank && item.width > Math.abs(height)) gap = true;
    else if (isBlank) text += gap ? '' : item.str;
    else {
      if (gap) text += '\t'.repeat(columns.skipped(x, Math.abs(height)));
      text += item.str;
      gap = false;
    }
    if (item.hasEOL) {
      text += '\n';
      columns.newLine();
      gap = true;
    }
    before = item;
  }
  return text.trimEnd();
}

/** Where the columns of the lines so far begin. */
class Columns {
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

/** Of the font's height: columns are set to begin at one place. */
const tolerance = 0.3;
