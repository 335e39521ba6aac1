import { getDocumentProxy } from 'unpdf';
import type { Locate } from '../located.ts';
import { mustBePdf } from '../magic.ts';
import { SourceRefused } from '../source-refused.ts';
import { TextBuilder, tooLarge } from '../text-builder.ts';
import { mustUnfoldWithin } from './bounds.ts';
import { addInvoiceFiles } from './invoice-file.ts';
import { operatorNames } from './operators.ts';
import { pageText, type DocumentFacts, type PageText, type PdfDocument } from './page.ts';

const maxPages = 2000;

/**
 * Reads a PDF page by page in reading order, and then the structured invoice that it carries. Text in images is not
 * read.
 */
export const pdf: Locate = async (bytes) => {
  mustBePdf(bytes);
  const { hasMasks } = mustUnfoldWithin(bytes);
  const document = await opened(bytes);
  try {
    if (document.numPages > maxPages) throw tooLarge(`the PDF has more than ${maxPages} pages`);
    const facts: DocumentFacts = {
      names: await operatorNames(),
      pictureCovers: !hasMasks,
      isOn: await groupsOf(document),
    };
    const builder = new TextBuilder();
    for (let number = 1; number <= document.numPages; number++) {
      add(builder, number, await textOf(document, number, facts));
    }
    const { hasSeen } = builder;
    const structures = await addInvoiceFiles(builder, document);
    if (!hasSeen && structures.length === 0) throw new SourceRefused('source.no_text', noText);
    return { ...builder.build(), ...(structures.length === 0 ? {} : { structures }) };
  } finally {
    await document.loadingTask.destroy();
  }
};

const noText = 'no page has text that a person can see, so the PDF may be a scan';

function add(builder: TextBuilder, number: number, { text, marks, unseen }: PageText): void {
  const page = builder.append(text);
  builder.region('page', String(number), page);
  for (const { kind, name, start, end } of marks) {
    builder.region(kind, name, { start: page.start + start, end: page.start + end });
  }
  builder.append('\n\n');
  builder.unseen(`page ${number}`, unseen);
}

async function opened(bytes: Uint8Array): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(
      // A copy, because the library keeps the array that it receives.
      new Uint8Array(bytes),
      {
        // The library must not write warnings to the log. Errors that matter are thrown.
        verbosity: 0,
        // Images are not decoded, because nothing reads them.
        maxImageSize: 0,
        disableFontFace: true,
        useSystemFonts: false,
        isOffscreenCanvasSupported: false,
      },
    );
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new SourceRefused('source.encrypted', 'the PDF has a password');
    }
    throw corrupt(error);
  }
}

async function groupsOf(document: PdfDocument): Promise<(group: unknown) => boolean> {
  const config = await document.getOptionalContentConfig();
  return (group) => config.isVisible(group as Parameters<typeof config.isVisible>[0]);
}

async function textOf(document: PdfDocument, number: number, facts: DocumentFacts): Promise<PageText> {
  try {
    return await pageText(await document.getPage(number), facts);
  } catch (error) {
    throw corrupt(error);
  }
}

/** Makes the refusal with the error's name only, because its message may quote the document. */
const corrupt = (error: unknown): SourceRefused =>
  new SourceRefused('source.corrupt', `the PDF cannot be read: ${error instanceof Error ? error.name : 'unknown'}`);
