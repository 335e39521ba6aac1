import type { TextRegion, TextSpan } from '../../../contract/rows/located-text.ts';
import { Columns } from './columns.ts';
import { linesOf, type PdfLine } from './lines.ts';
import { inReadingOrder } from './prose-columns.ts';
import type { PdfRun } from './runs.ts';

export interface Laid {
  readonly text: string;
  /** Regions of the text: form values, and raised and lowered marks. */
  readonly marks: readonly TextRegion[];
  /** The place of each run in the text. */
  readonly placed: readonly PlacedRun[];
}

export interface PlacedRun extends TextSpan {
  readonly run: PdfRun;
}

/** The gap between columns and the gap between words, as shares of a letter's height. */
const columnGap = 1;
const wordGap = 0.12;

/**
 * Writes runs as lines in reading order, by their positions alone and not by the order of drawing. A gap wider than a
 * letter is high separates columns and is written as a tab. A column of earlier lines that is empty in this line is
 * also written as a tab, so that text below a label is in the label's column. Text in another direction is written
 * separately.
 */
export function laidOut(runs: readonly PdfRun[]): Laid {
  const directions = [...Map.groupBy(withoutDoubles(runs), ({ turned }) => turned).values()];
  const writer = new Writer();
  for (const direction of directions.toSorted((a, b) => b.length - a.length)) {
    for (const line of inReadingOrder(linesOf(direction))) writer.line(line);
    writer.endDirection();
  }
  return writer.laid();
}

/** Removes runs that are drawn twice at nearly the same place, which some programs do for bold letters. */
function withoutDoubles(runs: readonly PdfRun[]): readonly PdfRun[] {
  const known = new Map<string, PdfRun[]>();
  return runs.filter((run) => {
    const same = known.get(run.text) ?? [];
    known.set(run.text, same);
    const near = ({ x, y, turned, height, field }: PdfRun): boolean =>
      turned === run.turned &&
      field === run.field &&
      Math.abs(x - run.x) < 0.2 * height &&
      Math.abs(y - run.y) < 0.2 * height;
    if (same.some(near)) return false;
    if (same.length < 64) same.push(run);
    return true;
  });
}

class Writer {
  readonly #marks: TextRegion[] = [];
  readonly #placed: PlacedRun[] = [];
  #columns = new Columns();
  #text = '';

  line({ runs }: PdfLine): void {
    if (this.#text !== '') this.#text += '\n';
    this.#columns.newLine();
    const height = Math.max(...runs.map((run) => run.height));
    let before: PdfRun | undefined;
    let end = Number.NEGATIVE_INFINITY;
    for (const run of runs) {
      const gap = run.x - end;
      const mark = before && gap < 0.5 * before.height ? raisedMark(run, before) : undefined;
      if (gap > columnGap * Math.min(run.height, height) || isOver(run, before) || run.field !== before?.field) {
        this.#text += '\t'.repeat(Math.max(this.#columns.skipped(run.x, run.height), before ? 1 : 0));
      } else if (gap > wordGap * run.height) this.#text += ' ';
      const start = this.#text.length;
      this.#text += run.text;
      const span = { start, end: this.#text.length };
      this.#placed.push({ run, ...span });
      if (run.field !== undefined) this.#marks.push({ kind: 'field', name: run.field, ...span });
      else if (mark) this.#marks.push({ kind: mark, name: '', ...span });
      end = Math.max(end, run.x + run.width);
      if (!mark) before = run;
    }
  }

  endDirection(): void {
    this.#columns = new Columns();
  }

  laid(): Laid {
    return { text: this.#text, marks: this.#marks, placed: this.#placed };
  }
}

/**
 * True if a run is drawn over the one before it. It then begins a new column, because the letters of the two cannot be
 * told apart.
 */
const isOver = (run: PdfRun, before: PdfRun | undefined): boolean =>
  before !== undefined && before.x + before.width - run.x > 0.3 * Math.min(run.height, before.height);

/**
 * Tells if a run is a raised or lowered mark: smaller than the run that it touches, and above or below its baseline.
 */
function raisedMark(run: PdfRun, before: PdfRun): 'raised' | 'lowered' | undefined {
  const offset = (run.y - before.y) / before.height;
  if (run.height > 0.85 * before.height) return undefined;
  if (offset > 0.12) return 'raised';
  return offset < -0.06 ? 'lowered' : undefined;
}
