import type { Locate } from './located.ts';
import { TextBuilder } from './text-builder.ts';
import { textOf } from './text-of.ts';

/** Matches a paragraph: text between empty lines, including its own line breaks. */
const paragraph = /[^\s](?:[^\r\n]|\r\n?(?![^\S\r\n]*(?:\r|\n|$))|\n(?![^\S\r\n]*(?:\r|\n|$)))*/g;

/** Reads plain text and Markdown unchanged, including line breaks. */
export const plainText: Locate = (bytes, { charset }) => {
  const builder = new TextBuilder();
  addPlain(builder, textOf(bytes, charset));
  return builder.build();
};

/** Appends a text and marks its paragraphs as regions. */
export function addPlain(builder: TextBuilder, text: string): void {
  const { start: base } = builder.append(text);
  let number = 0;
  for (const { 0: found, index } of text.matchAll(paragraph)) {
    const start = base + index;
    builder.region('paragraph', String(++number), { start, end: start + found.trimEnd().length });
  }
}
