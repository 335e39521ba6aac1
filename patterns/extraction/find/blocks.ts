import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Document } from '../document.ts';
import { foldedLabel } from '../fold.ts';
import { lastAtMost } from '../spans.ts';

interface Line {
  readonly start: number;
  /** The label of the line, which is its text up to the value: `Plaka` in `Plaka ...: 34 ABC 123`. */
  readonly label: string;
}

/**
 * Divides a document into one block of lines for each occurrence of a label, for example one block for each vehicle in
 * a report. A block begins with the first line that repeats at the same distance above each occurrence, whatever the
 * order of the fields. The last block is no longer than the longest of the others.
 * @param labels the occurrences in the order of the text
 */
export function lineBlocksOf(document: Document, labels: readonly TextSpan[]): readonly TextSpan[] {
  const { lines } = labelled(document);
  const at = labels.map(({ start }) => lineAt(lines, start));
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
    end: lines[begins[i + 1] ?? begin + longest]?.start ?? document.text.length,
  }));
}

const lineAt = (lines: readonly Line[], place: number): number => lastAtMost(lines, place, ({ start }) => start);

/**
 * Returns the greatest distance at which the lines above two given lines have the same label. The result is 0 if there
 * is no equal label.
 */
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

/**
 * True if the field at a place occurs in every block. The label of the place's line, or the label of the line above,
 * must occur in every block.
 */
export function hasLike(document: Document, place: TextSpan, blocks: readonly TextSpan[]): boolean {
  const { lines, startsBy } = labelled(document);
  const at = lineAt(lines, place.start);
  const labels = [lines[at], lines[at - 1]].flatMap((line) => line?.label ?? []);
  return labels.some((label) => {
    const starts = startsBy.get(label) ?? [];
    return blocks.every(({ start, end }) => (starts[lastAtMost(starts, end - 1, (one) => one)] ?? -1) >= start);
  });
}

interface Labelled {
  readonly lines: readonly Line[];
  /** The starts of the lines with each label, in ascending order. */
  readonly startsBy: ReadonlyMap<string, readonly number[]>;
}
const kept = new WeakMap<Document, Labelled>();

function labelled(document: Document): Labelled {
  const known = kept.get(document);
  if (known) return known;
  const lines = linesOf(document);
  const byLabel = Map.groupBy(lines, ({ label }) => label);
  const startsBy = new Map([...byLabel].map(([label, all]) => [label, all.map(({ start }) => start)] as const));
  const made = { lines, startsBy };
  kept.set(document, made);
  return made;
}

const maxLabel = 80;
/** Returns the lines that contain a letter. Other lines have no label. */
const linesOf = ({ text, lines }: Document): readonly Line[] =>
  lines.spans.flatMap(({ start, end }) => {
    const line = text.slice(start, end);
    if (!/\p{L}/u.test(line)) return [];
    const said = line.trim().slice(0, maxLabel);
    return [{ start, label: foldedLabel(said.split(/[:：=\t]|\.{2}| {2}/)[0] ?? '') }];
  });
