import { describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import type { LocatedText } from '../../../contract/rows/located-text.ts';
import { ciiOf, invoice, pdfWithFiles, ublOf } from '../../support/documents/invoices.ts';

const located = async (bytes: Uint8Array | string, mediaType = 'application/xml') =>
  locateSource(Buffer.from(bytes as Uint8Array), 'a'.repeat(64), mediaType);
const elementsOf = ({ text, structures = [] }: LocatedText): Record<string, string> =>
  Object.fromEntries(
    structures.flatMap(({ elements }) => elements.map(({ path, start, end }) => [path, text.slice(start, end)])),
  );

describe('An XML source', () => {
  it('An XML source is read as a tree, and each element with a text has its path, its attributes and its span', async () => {
    const xml =
      '<a:Order xmlns:a="urn:x"><Line no="1">b &amp; c</Line><Line no="2"><![CDATA[<d>]]></Line><Empty/></a:Order>';
    const { text } = await located(xml);
    expect(text.text).toBe('Order\n  Line: b & c\n  Line: <d>\n  Empty\n');
    expect(elementsOf(text)).toEqual({ '/Order/Line[1]': 'b & c', '/Order/Line[2]': '<d>' });
    expect(text.structures).toMatchObject([
      { name: '', namespace: 'urn:x', elements: [{ attributes: { no: '1' } }, {}] },
    ]);
  });

  it('An amount is written with its currency, and a date in the format 102 in ISO 8601', async () => {
    const { text } = await located(ciiOf(invoice));
    expect(text.text).toContain('DateTimeString: 2026-03-12\n');
    expect(text.text).toContain('TaxTotalAmount: 190.00 EUR\n');
  });

  it('The invoices in an envelope are structures of their own, with paths that begin at the invoice', async () => {
    const two = [invoice, { ...invoice, number: 'RE-18' }].map((one) => ublOf(one).replace(/^<\?.*\?>\n/, ''));
    const { text } = await located(`<Envelope><Header>h</Header>${two.join('')}</Envelope>`);
    expect(text.structures).toHaveLength(2);
    expect(text.structures?.map((one) => elementsOf({ ...text, structures: [one] })['/Invoice/ID'])).toEqual([
      'RE-2026-17',
      'RE-18',
    ]);
  });

  it('A PDF that an invoice embeds becomes a source of its own; its base64, style sheets and signatures are not in the text', async () => {
    const file = (type: string, name: string): string =>
      `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="${type}" filename="${name}">JVBERi0x</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`;
    const more = `<ext:UBLExtensions><X>secret</X></ext:UBLExtensions>${file('application/pdf', 'i.pdf')}${file('application/xml', 'i.xslt')}`;
    const { text, parts } = await located(ublOf(invoice, { more }));
    expect(parts).toEqual([
      { name: 'i.pdf', mediaType: 'application/pdf', bytes: new Uint8Array(Buffer.from('%PDF-1')) },
    ]);
    expect(text.text).not.toMatch(/JVBERi0x|secret/);
  });

  it.each([
    [
      'the charset that it declares',
      Buffer.from('<?xml version="1.0" encoding="iso-8859-9"?><A>\u00deahin</A>', 'latin1'),
      'text/xml',
    ],
    ['the charset of its media type', Buffer.from('<A>\u00deahin</A>', 'latin1'), 'text/xml; charset=iso-8859-9'],
    ['UTF-16 with a byte order mark', Buffer.from('\ufeff<A>Şahin</A>', 'utf16le'), 'application/xml'],
    ['UTF-16 without a byte order mark', Buffer.from('<A>Şahin</A>', 'utf16le'), 'application/xml'],
  ])('An XML source in %s is decoded', async (_, bytes, type) => {
    expect((await located(bytes, type)).text.text).toBe('A: Şahin\n');
  });

  const attributes = Array.from({ length: 65 }, (_, i) => `a${i}="1"`).join(' ');
  it.each([
    ['a document type declaration', 'source.unsupported', '<!DOCTYPE A><A>1</A>'],
    ['entities', 'source.unsupported', '<!DOCTYPE A [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]><A>&c;</A>'],
    ['an external entity', 'source.unsupported', '<!DOCTYPE A [<!ENTITY b SYSTEM "file:///etc/passwd">]><A>&b;</A>'],
    ['an entity without a declaration', 'source.corrupt', '<A>&b;</A>'],
    ['257 levels', 'source.bomb', '<A>'.repeat(257) + '</A>'.repeat(257)],
    ['65 attributes in one element', 'source.bomb', `<A ${attributes}>1</A>`],
    ['a path of more than 1000 characters', 'source.bomb', `<${'A'.repeat(1001)}/>`],
    ['more than 200 000 elements with a text', 'source.too_large', `<A>${'<b>1</b>'.repeat(200_001)}</A>`],
    ['an element that never ends', 'source.corrupt', '<A><b></A>'],
    ['bytes that are a PDF', 'source.media_type_mismatch', '%PDF-1.7'],
  ])('An XML source with %s is refused with %s', async (_, kind, xml) => {
    await expect(located(xml)).rejects.toMatchObject({ kind });
  });
});

describe('An invoice inside a PDF', () => {
  const pdf = (lines: readonly string[], files: Readonly<Record<string, string>>) =>
    located(pdfWithFiles(lines, files), 'application/pdf');

  it('The attached invoice of a PDF comes after its pages, in a region of its own', async () => {
    const { text } = await pdf(['Total 1190,00 EUR'], { 'factur-x.xml': ciiOf(invoice), 'notes.xml': '<A>b</A>' });
    const region = text.regions.find(({ kind }) => kind === 'structured');
    expect(region).toMatchObject({ name: 'factur-x.xml', end: text.text.length });
    expect(text.text.slice(0, region?.start)).toBe('Total 1190,00 EUR\n\n');
    expect(text.structures).toMatchObject([{ name: 'factur-x.xml', elements: expect.any(Array) }]);
    expect(elementsOf(text)['/CrossIndustryInvoice/ExchangedDocument/ID']).toBe('RE-2026-17');
  });

  it('A PDF without text on its pages is read if it carries an invoice', async () => {
    expect((await pdf([], { 'ZUGFeRD-invoice.xml': ciiOf(invoice) })).text.structures).toHaveLength(1);
  });

  it.each([
    ['is not XML', 'source.corrupt', '<A>'],
    ['is not an invoice', 'source.corrupt', '<A/>'],
    ['has a document type declaration', 'source.unsupported', ciiOf(invoice, '<!DOCTYPE A>')],
  ])('If the file factur-x.xml of a PDF %s, the PDF is refused with %s', async (_, kind, xml) => {
    await expect(pdf(['Total'], { 'factur-x.xml': xml })).rejects.toMatchObject({ kind });
  });
});
