import type { PdfRun } from './runs.ts';

/** Runs on one line, from left to right. */
export interface PdfLine {
  readonly runs: readonly PdfRun[];
}

/** Two runs are on one line if they overlap vertically by at least this share of the smaller height. */
const leastShared = 0.5;
/** The share of a letter's height that is below the baseline. */
const descent = 0.2;

/**
 * Groups runs of one direction into lines, from top to bottom. The baselines within a line may differ by less than half
 * a letter.
 */
export function linesOf(runs: readonly PdfRun[]): readonly PdfLine[] {
  const open: PdfRun[][] = [];
  // The tallest letters come first, because they define the line that a raised mark joins.
  for (const run of runs.toSorted((a, b) => b.height - a.height)) {
    const near = nearest(open, run);
    if (near) near.push(run);
    else insert(open, [run]);
  }
  return open.map((line) => ({ runs: line.toSorted((a, b) => a.x - b.x) }));
}

/** The baseline of a line's first run, by which lines are sorted from top to bottom. */
const baseline = ([first]: readonly PdfRun[]): number => first?.y ?? 0;

function placeOf(open: readonly PdfRun[][], y: number): number {
  let [low, high] = [0, open.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (baseline(open[middle] ?? []) > y) low = middle + 1;
    else high = middle;
  }
  return low;
}

const insert = (open: PdfRun[][], line: PdfRun[]): void => void open.splice(placeOf(open, baseline(line)), 0, line);

/** Finds the line that overlaps a run the most. Undefined if no overlap is large enough. */
function nearest(open: readonly PdfRun[][], run: PdfRun): PdfRun[] | undefined {
  const place = placeOf(open, run.y);
  const around = open.slice(Math.max(0, place - 3), place + 3);
  const shares = around.map((line) => ({ line, share: shared(line[0] ?? run, run) }));
  const best = shares.reduce<(typeof shares)[number] | undefined>(
    (a, b) => (a && a.share >= b.share ? a : b),
    undefined,
  );
  return best && best.share >= leastShared ? best.line : undefined;
}

function shared(line: PdfRun, run: PdfRun): number {
  const bottom = Math.max(line.y - descent * line.height, run.y - descent * run.height);
  const top = Math.min(line.y + (1 - descent) * line.height, run.y + (1 - descent) * run.height);
  return (top - bottom) / Math.min(line.height, run.height);
}
