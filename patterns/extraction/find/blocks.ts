import type { TextSpan } from '../../../contract/rows/located-text.ts';
import { foldedLabel } from '../fold.ts';

interface Line {
  readonly start: number;
  /** What it begins with, up to its value: of `Plaka ...: 34 ABC 123` the label. */
  readonly label: string;
}

/**
 * The block of each label that stands several times below each other, as of two vehicles in one report: it begins with the
 * first line that stood as far above the label before it, whatever the order of their fields. The last is no longer than
 * those before it.
 * @param labels in the order of the text
 */
export function blocksOf(text: string, labels: readonly TextSpan[]): readonly TextSpan[] {
  const lines = linesOf(text);
  const at = labels.map(({ start }) => lines.findLastIndex((line) => line.start <= start));
  const begins: number[] = [];
  for (const [i, own] of at.entries()) {
    const before = at[i - 1];
    if (before === undefined) continue;
    const above = linesAbove(lines, { own, before, from: begins.at(-1) ?? 0 });
    if (begins.length === 0) begins.push(before - above);
    begins.push(own - above);
  }
  const longest = Math.max(...begins.slice(1).map((begin, i) => begin - (begins[i] ?? 0)));
  return begins.map((begin, i) => ({
    start: lines[begin]?.start ?? 0,
    end: lines[begins[i + 1] ?? begin + longest]?.start ?? text.length,
  }));
}

/** How far above two lines the farthest pair of lines stands whose labels are the same. */
function linesAbove(
  lines: readonly Line[],
  { own, before, from }: { readonly own: number; readonly before: number; readonly from: number },
): number {
  const most = Math.min(own - before - 1, before - from);
  for (let above = most; above > 0; above--) {
    if (lines[own - above]?.label === lines[before - above]?.label) return above;
  }
  return 0;
}

/** Whether what stands at a place has its like in every block: the line there, or the one above it as its label. */
export function hasLike(text: string, place: TextSpan, blocks: readonly TextSpan[]): boolean {
  const lines = linesOf(text);
  const at = lines.findLastIndex(({ start }) => start <= place.start);
  const labels = [lines[at], lines[at - 1]].flatMap((line) => line?.label ?? []);
  return labels.some((own) =>
    blocks.every((block) =>
      lines.some(({ label, start }) => label === own && start >= block.start && start < block.end),
    ),
  );
}

const maxLabel = 80;
/** A line of no letters is told from none. */
function linesOf(text: string): readonly Line[] {
  return [...text.matchAll(/[^\n\r\f]*\p{L}[^\n\r\f]*/gu)].map(({ 0: line, index }) => ({
    start: index,
    label: foldedLabel(
      line
        .trim()
        .slice(0, maxLabel)
        .split(/[:：=\t]|\.{2}| {2}/)[0] ?? '',
    ),
  }));
}
