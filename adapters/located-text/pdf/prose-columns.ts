import type { PdfLine } from './lines.ts';
import type { PdfRun } from './runs.ts';

/**
 * The average line length and the number of lines from which a column counts as prose. The columns of a table or form
 * have shorter or fewer lines.
 */
const leastLetters = 28;
const leastLines = 4;
/** The smallest gap between two columns, as a share of a letter's height. */
const gutter = 1;

interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Puts lines into reading order: if prose is in two columns, the left column comes first. */
export function inReadingOrder(lines: readonly PdfLine[]): readonly PdfLine[] {
  const ordered: PdfLine[] = [];
  let block: PdfLine[] = [];
  let common: readonly Gap[] = [];
  const end = (): void => {
    ordered.push(...parted(block, common));
    block = [];
    common = [];
  };
  for (const line of lines) {
    const gaps = gapsOf(line);
    const shared = block.length === 0 ? gaps : intersected(common, gaps);
    if (shared.length > 0) {
      block.push(line);
      common = shared;
      continue;
    }
    end();
    if (gaps.length > 0) {
      block = [line];
      common = gaps;
    } else ordered.push(line);
  }
  end();
  return ordered;
}

function parted(block: readonly PdfLine[], common: readonly Gap[]): readonly PdfLine[] {
  if (block.length < leastLines) return block;
  for (const { from, to } of common) {
    const at = (from + to) / 2;
    const left = sideOf(block, (run) => run.x < at);
    const right = sideOf(block, (run) => run.x >= at);
    if (left.length >= leastLines && right.length >= leastLines && isProse(left) && isProse(right)) {
      return [...inReadingOrder(left), ...inReadingOrder(right)];
    }
  }
  return block;
}

const sideOf = (block: readonly PdfLine[], isOf: (run: PdfRun) => boolean): readonly PdfLine[] =>
  block.map(({ runs }) => ({ runs: runs.filter(isOf) })).filter(({ runs }) => runs.length > 0);

const isProse = (lines: readonly PdfLine[]): boolean =>
  lines.reduce((sum, { runs }) => sum + lengthOf(runs), 0) / lines.length >= leastLetters &&
  lines.filter(({ runs }) => runs.length === 1).length * 4 >= lines.length * 3;
const lengthOf = (runs: readonly PdfRun[]): number => runs.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Returns the gaps of a line: between its runs, before its first run and after its last run. So a line with text in
 * only one column has a gap at the place of the other column.
 */
function gapsOf({ runs }: PdfLine): readonly Gap[] {
  const gaps: Gap[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { x, width, height } of runs) {
    if (x - end >= gutter * height) gaps.push({ from: end, to: x });
    end = Math.max(end, x + width);
  }
  return runs.length === 0 ? [] : [...gaps, { from: end, to: Number.POSITIVE_INFINITY }];
}

const intersected = (some: readonly Gap[], others: readonly Gap[]): readonly Gap[] =>
  some.flatMap((one) =>
    others.flatMap((other) => {
      const [from, to] = [Math.max(one.from, other.from), Math.min(one.to, other.to)];
      return to > from && (Number.isFinite(from) || Number.isFinite(to)) ? [{ from, to }] : [];
    }),
  );
