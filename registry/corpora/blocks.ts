import type { LocatedText } from '../../contract/rows/located-text.ts';

/** A heading or a paragraph, as offsets in the text without the white space around it. */
export interface Block {
  readonly start: number;
  readonly end: number;
  readonly heading: boolean;
}

const paragraphs = /\S(?:[\s\S]*?)(?=\s*(?:\r?\n[ \t]*\r?\n|$(?![\s\S])))/g;

/**
 * Returns the blocks of a text in order: the headings and paragraphs that its extractor found, and the text between
 * them. Together the blocks contain everything but white space.
 */
export function blocksOf({ text, regions }: Pick<LocatedText, 'text' | 'regions'>): readonly Block[] {
  const blocks: Block[] = [];
  let at = 0;
  const between = (end: number): void => {
    for (const { 0: found, index } of text.slice(at, end).matchAll(paragraphs)) {
      blocks.push({ start: at + index, end: at + index + found.trimEnd().length, heading: false });
    }
  };
  const told = regions
    .filter(({ kind }) => kind === 'heading' || kind === 'paragraph')
    .toSorted((a, b) => a.start - b.start || b.end - a.end);
  for (const { kind, start, end } of told) {
    if (start < at) continue;
    between(start);
    const found = text.slice(start, end);
    const from = start + found.length - found.trimStart().length;
    const to = start + found.trimEnd().length;
    if (to > from) blocks.push({ start: from, end: to, heading: kind === 'heading' });
    at = end;
  }
  // Text that no reader sees and invoices as data come after all other text and do not become blocks.
  between(regions.find(({ kind }) => kind === 'unseen' || kind === 'structured')?.start ?? text.length);
  return blocks;
}
