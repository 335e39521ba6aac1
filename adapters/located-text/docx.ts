import mammoth from 'mammoth';
import { addHtml } from './html.ts';
import type { Locate } from './located.ts';
import { officeParts } from './office.ts';
import { SourceRefused } from './source-refused.ts';
import { TextBuilder } from './text-builder.ts';

/** A Word document as it reads: paragraphs, headings, tables. Pictures are left out, and nothing beside the file is read. */
export const docx: Locate = async (bytes) => {
  const buffer = officeParts(bytes, 'word/document.xml');
  const builder = new TextBuilder();
  addHtml(builder, await asHtml(buffer));
  return builder.build();
};

async function asHtml(buffer: Buffer): Promise<string> {
  try {
    const { value } = await mammoth.convertToHtml(
      { buffer },
      { externalFileAccess: false, convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    );
    return value;
  } catch (error) {
    throw new SourceRefused('source.corrupt', `no DOCX: ${error instanceof Error ? error.name : 'unknown'}`);
  }
}
