import { readFileSync, readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { getDocumentProxy } from 'unpdf';
import { locateSource } from '../../adapters/located-text/locate.ts';
import { sha256OfBytes } from '../../contract/rows/content.ts';
import type { LocatedText } from '../../contract/rows/located-text.ts';
import { halfOf, type Half } from './half.ts';
import { packages } from './packages.ts';
import { truthOf, type Truth } from './xml-truth.ts';

export interface EInvoice {
  readonly file: string;
  readonly half: Half;
  readonly text: LocatedText;
  readonly truth: Truth;
  /** True for a PDF with an invoice in XML. */
  readonly isHybrid: boolean;
}

/** Returns every invoice in XML, and every PDF with an invoice in XML, of the packages. Order-X documents are orders. */
export async function eInvoices(): Promise<readonly EInvoice[]> {
  const root = await packages();
  const folders = readdirSync(root).filter((name) => /^(?:odoo_addon|factur_x)/.test(name));
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter(
        (file) =>
          /(?:^|\/)tests\/(?:files|fixtures)\/.*\.(?:pdf|xml)$/.test(file) && !basename(file).startsWith('order-x'),
      )
      .map((file) => join(root, folder, file)),
  );
  const all = await Promise.all(files.toSorted().map(invoiceAt));
  return all.flatMap((one) => one ?? []);
}

async function invoiceAt(path: string): Promise<EInvoice | undefined> {
  const bytes = new Uint8Array(readFileSync(path));
  const isPdf = extname(path) === '.pdf';
  const xml = isPdf ? await attachedXml(bytes) : Buffer.from(bytes).toString('utf8');
  if (xml === undefined) return undefined;
  const { text } = await locateSource(bytes, sha256OfBytes(bytes), isPdf ? 'application/pdf' : 'application/xml');
  const file = basename(path);
  return { file, half: halfOf(file), text, truth: truthOf(xml), isHybrid: isPdf };
}

/** Returns the invoice in XML that a PDF carries, whatever its name is. A PDF may carry other files as well. */
async function attachedXml(bytes: Uint8Array): Promise<string | undefined> {
  const document = await getDocumentProxy(bytes.slice(), { verbosity: 0 });
  try {
    const attached: ReadonlyMap<string, unknown> | null = await document.getAttachments();
    for (const id of attached?.keys() ?? []) {
      const content = await document.getAttachmentContent(id);
      const file = Buffer.from(content ?? []).toString('utf8');
      if (/<(?:[\w.-]+:)?CrossIndustry(?:Invoice|Document)\b/.test(file)) return file;
    }
    return undefined;
  } finally {
    await document.loadingTask.destroy();
  }
}

/** Returns the text of a PDF without its data, so that only the pages are read. */
export function pagesOf(text: LocatedText): LocatedText {
  const { structures, ...pages } = text;
  return structures === undefined ? text : pages;
}
