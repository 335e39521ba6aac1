import { corpusLimits } from '../../contract/artefacts/corpus.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import { blocksOf, type Block } from './blocks.ts';
import { divide } from './divide.ts';

/** A passage of a text, as offsets in UTF-16 units, with the heading above it. */
export interface CutPassage {
  readonly start: number;
  readonly end: number;
  readonly section: string;
}

/** Paragraphs of one section are joined up to this length: long enough for meaning, short enough to read. */
const usualUnits = 800;
const maxTitleUnits = 200;

const label = (text: string): string => {
  const words = text
    .replace(/^\s*#+/, '')
    .replace(/#+\s*$/, '')
    .trim()
    .replaceAll(/\s+/g, ' ');
  return Array.from(words).slice(0, maxTitleUnits).join('');
};

/**
 * Divides a text into passages by its headings and paragraphs. The passages are in order and do not overlap. Together
 * they contain everything but white space.
 */
export function passagesOf(located: Pick<LocatedText, 'text' | 'regions'>): readonly CutPassage[] {
  const { text } = located;
  const passages: CutPassage[] = [];
  let open: { start: number; end: number; headingsOnly: boolean } | undefined;
  let section = '';
  const close = (): void => {
    if (open) passages.push(...divide(text, open.start, open.end).map((piece) => ({ ...piece, section })));
    open = undefined;
  };
  for (const { start, end, heading } of blocksOf(located)) {
    if (open && !fits(open, { start, end, heading })) close();
    if (heading) section = label(text.slice(start, end));
    open = { start: open?.start ?? start, end, headingsOnly: heading && (open?.headingsOnly ?? true) };
  }
  close();
  return passages;
}

/**
 * Checks whether a block belongs to the open passage. A heading begins a new passage, except after other headings. Text
 * always stays with its heading.
 */
function fits(open: { start: number; headingsOnly: boolean }, next: Block): boolean {
  if (open.headingsOnly) return next.end - open.start <= corpusLimits.passageUnits;
  return !next.heading && next.end - open.start <= usualUnits;
}

/** Returns the title of a document: its first heading, or else the name of its file. */
export function titleOf({ text, regions }: Pick<LocatedText, 'text' | 'regions'>, name: string): string {
  const heading = regions.filter(({ kind }) => kind === 'heading').toSorted((a, b) => a.start - b.start)[0];
  const told = heading === undefined ? '' : label(text.slice(heading.start, heading.end));
  return told === '' ? (name.split('/').at(-1) ?? name).replace(/\.[^.]+$/, '') : told;
}
