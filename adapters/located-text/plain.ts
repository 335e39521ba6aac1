import type { Locate } from './located.ts';
import { TextBuilder } from './text-builder.ts';
import { textOf } from './text-of.ts';

/** What stands between empty lines, its own line breaks inside. */
const paragraph = /[^\s](?:[^\r\n]|\r\n?(?![^\S\r\n]*(?:\r|\n|$))|\n(?![^\S\r\n]*(?:\r|\n|$)))*/g;

/** Plain text and Markdown, as they stand: line breaks too. */
export const plainText: Locate = (bytes, { charset }) => {
  const builder = new TextBuilder();
  addPlain(builder, textOf(bytes, charset));
  return builder.build();
};

/** Appends a text with its paragraphs. */
export function addPlain(builder: TextBuilder, text: string): void {
  const { start: base } = builder.append(text);
  let number = 0;
  for (const { 0: found, index } of text.matchAll(paragraph)) {
    const start = base + index;
    builder.region('paragraph', String(++number), { start, end: start + found.trimEnd().length });
  }
}
