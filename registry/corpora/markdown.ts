import { sha256 } from '../../contract/values/canonical.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import type { LocatedText, TextRegion } from '../../contract/rows/located-text.ts';
import { lineNotUtf8, unmarked, utf8Text } from '../../contract/values/utf8.ts';
import { CorpusRefused } from './refused.ts';

/** Version of this extractor. It must be raised if the same file would get another text or other offsets. */
const version = '1';
const line = /[^\n]*(?:\n|$)/g;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const fence = /^ {0,3}(?:```|~~~)/;

/** Makes the located text of a Markdown file. The text is that of the file, so authors find every quote in it. */
export function locateMarkdown(name: string, bytes: Uint8Array): LocatedText {
  const text = decoded(name, bytes);
  return {
    sourceHash: sha256OfBytes(bytes),
    extractor: 'markdown',
    extractorVersion: version,
    mediaType: 'text/markdown',
    text,
    textHash: sha256(text),
    regions: regionsOf(text),
    tables: [],
  };
}

function decoded(name: string, bytes: Uint8Array): string {
  const text = utf8Text(bytes);
  if (text === undefined)
    throw new CorpusRefused(`line ${lineNotUtf8(bytes)} of ${name} is not UTF-8`, 'Save it as UTF-8');
  return unmarked(text);
}

/**
 * Returns the headings that begin with `#`, except in fenced blocks, and the paragraphs, which empty lines separate.
 */
function regionsOf(text: string): readonly TextRegion[] {
  const regions: TextRegion[] = [];
  let paragraph: number | undefined;
  let fenced = false;
  const close = (end: number): void => {
    if (paragraph !== undefined) regions.push({ kind: 'paragraph', name: '', start: paragraph, end });
    paragraph = undefined;
  };
  for (const { 0: found, index } of text.matchAll(line)) {
    const level = fenced ? undefined : heading.exec(found)?.[1]?.length;
    if (fence.test(found)) fenced = !fenced;
    if (level !== undefined) {
      close(index);
      const end = index + found.trimEnd().length;
      regions.push({ kind: 'heading', name: String(level), start: index, end });
    } else if (found.trim() === '') close(index);
    else paragraph ??= index;
  }
  close(text.length);
  return regions;
}
