import type { Located } from '../located.ts';
import { tooLarge } from '../text-builder.ts';
import { childrenOf, textIn, type Element } from '../xml.ts';
import { isFile } from './tree.ts';

const maxFiles = 50;
/** The media types of the files that become sources. Other files, such as style sheets, only show the invoice. */
const kept = new Set([
  'application/pdf',
  'text/csv',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
]);

/** Returns the files that an XML document embeds as base64, such as a PDF of the invoice (UBL 2.1, BinaryObject). */
export function filesIn(root: Element): NonNullable<Located['parts']> {
  const found: NonNullable<Located['parts']>[number][] = [];
  const visit = (element: Element): void => {
    const mediaType = element.attributes['mimeCode']?.trim().toLowerCase() ?? '';
    if (isFile(element) && kept.has(mediaType)) {
      if (found.length === maxFiles) throw tooLarge(`the XML has more than ${maxFiles} files`);
      const name = (element.attributes['filename'] ?? `file-${found.length + 1}`).toWellFormed().slice(0, 200);
      const bytes = new Uint8Array(Buffer.from(textIn(element), 'base64'));
      if (bytes.byteLength > 0) found.push({ name, mediaType, bytes });
    }
    for (const child of childrenOf(element)) visit(child);
  };
  visit(root);
  return found;
}
