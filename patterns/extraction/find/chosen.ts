import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Candidate } from '../candidate.ts';
import type { Document } from '../document.ts';
import { matchesOf } from '../linear-pattern.ts';
import { lineBlocksOf, hasLike } from './blocks.ts';
import { columnOf } from './column.ts';

type LabelFinder = Extract<Finder, { by: 'label' }>;

/**
 * If a row has several values, returns those whose column contains a match of the pattern `column`. If no column
 * contains a match, returns all values.
 */
export function inColumn(
  document: Document,
  { column }: LabelFinder,
  values: readonly Candidate[],
): readonly Candidate[] {
  if (column === undefined || values.length < 2) return values;
  const has = (value: Candidate): boolean =>
    columnOf(document, value).some(
      ({ start, end }) => matchesOf(column, document.text, { from: start, to: end }).length > 0,
    );
  const chosen = values.filter(has);
  return chosen.length > 0 ? chosen : values;
}

/** An occurrence of a label, and the values beside or below it. */
export interface FoundProperty {
  readonly label: TextSpan;
  readonly values: readonly Candidate[];
}

/**
 * Returns the occurrences of a label that begin before the first match of the pattern `until`. The text after that
 * match is about something else.
 */
export function before(
  { text }: Document,
  { until }: LabelFinder,
  found: readonly FoundProperty[],
): readonly FoundProperty[] {
  const [first] = until === undefined ? [] : matchesOf(until, text);
  return first === undefined ? found : found.filter(({ label }) => label.start < first.start);
}

/**
 * If a label has several occurrences, returns those whose block contains a match of the pattern `column`, in a field
 * that every block has. If no block contains a match there, returns all occurrences.
 */
export function inBlock(
  document: Document,
  { column }: LabelFinder,
  found: readonly FoundProperty[],
): readonly FoundProperty[] {
  if (column === undefined || found.length < 2) return found;
  const blocks = lineBlocksOf(
    document,
    found.map(({ label }) => label),
  );
  const likes = new Map<number, boolean>();
  const isLike = (block: TextSpan): boolean => {
    const known = likes.get(block.start);
    if (known !== undefined) return known;
    const inside = matchesOf(column, document.text, { from: block.start, to: block.end });
    const made = inside.some((place) => hasLike(document, place, blocks));
    likes.set(block.start, made);
    return made;
  };
  // Labels on one line share a block, so each block is searched only once.
  const chosen = found.filter((_, i) => {
    const block = blocks[i];
    return block !== undefined && isLike(block);
  });
  return chosen.length > 0 ? chosen : found;
}
