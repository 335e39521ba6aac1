import { getDocumentProxy } from 'unpdf';
import type { Locate } from './located.ts';
import { mustBePdf } from './magic.ts';
import { mustUnfoldWithin } from './pdf-bounds.ts';
import { textOf } from './pdf-lines.ts';
import { SourceRefused } from './source-refused.ts';
import { TextBuilder, tooLarge } from './text-builder.ts';

const maxPages = 2000;

type Document = Awaited<ReturnType<typeof getDocumentProxy>>;

/** PDF page by page, in the order of its own content. A picture of text is no text. */
export const pdf: Locate = async (bytes) => {
  mustBePdf(bytes);
  mustUnfoldWithin(bytes);
  const document = await opened(bytes);
  try {
    if (document.numPages > maxPages) throw tooLarge(`over ${maxPages} pages`);
    const builder = new TextBuilder();
    for (let number = 1; number <= document.numPages; number++) {
      const text = await pageText(document, number);
      builder.region('page', String(number), builder.append(text));
      builder.append('\n\n');
    }
    const located = builder.build();
    if (located.text.trim() === '') throw new SourceRefused('source.unsupported', 'no page has text: a scan, maybe');
    return located;
  } finally {
    await document.loadingTask.destroy();
  }
};

async function opened(bytes: Uint8Array): Promise<Document> {
  try {
    // The library keeps what it is given. Its warnings of a file are no line of anybody's terminal: what counts is thrown.
    return await getDocumentProxy(new Uint8Array(bytes), { verbosity: 0 });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new SourceRefused('source.encrypted', 'the PDF has a password');
    }
    throw corrupt(error);
  }
}

async function pageText(document: Document, number: number): Promise<string> {
  try {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return textOf(items.flatMap((item) => ('str' in item ? [item] : [])));
  } catch (error) {
    throw corrupt(error);
  }
}

/** The name alone: a message may quote the document. */
const corrupt = (error: unknown): SourceRefused =>
  new SourceRefused('source.corrupt', `the PDF does not open: ${error instanceof Error ? error.name : 'unknown'}`);
