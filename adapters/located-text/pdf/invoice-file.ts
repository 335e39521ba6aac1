import type { LocatedStructure } from '../../../contract/rows/located-text.ts';
import { invoicesIn } from '../invoice/invoices-in.ts';
import { addXml } from '../invoice/xml-source.ts';
import { SourceRefused } from '../source-refused.ts';
import type { TextBuilder } from '../text-builder.ts';
import { xmlOf, type Element } from '../xml.ts';
import type { PdfDocument } from './page.ts';

/** The names of the invoice in a PDF: Factur-X and ZUGFeRD 2, earlier versions of ZUGFeRD, and XRechnung. */
const invoiceName = /^(?:factur-x|zugferd-invoice|xrechnung)\.xml$/i;

/**
 * Appends the structured invoices that a PDF carries as attached files, after its pages.
 * @throws SourceRefused `source.corrupt` if a file with the name of an invoice is not one, because a person may rely on
 * it
 */
export async function addInvoiceFiles(
  builder: TextBuilder,
  document: PdfDocument,
): Promise<readonly LocatedStructure[]> {
  const attached = (await document.getAttachments()) as ReadonlyMap<string, { readonly filename: string }> | null;
  const found: LocatedStructure[] = [];
  for (const [id, { filename }] of attached ?? []) {
    if (!invoiceName.test(filename)) continue;
    const root = await invoiceIn(document, id, filename);
    builder.breakLine();
    const start = builder.length;
    found.push(...addXml(builder, root, filename));
    builder.region('structured', filename, { start, end: builder.length });
  }
  return found;
}

async function invoiceIn(document: PdfDocument, id: string, name: string): Promise<Element> {
  const bytes = await document.getAttachmentContent(id);
  if (bytes) {
    const root = xmlOf(bytes);
    if (invoicesIn(root).length > 0) return root;
  }
  throw new SourceRefused('source.corrupt', `the attached file ${name} is not an invoice in a known syntax`);
}
