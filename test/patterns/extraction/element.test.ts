import { describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import type { Finder, PropertyType } from '../../../contract/artefacts/extractor.ts';
import { invoiceSyntaxes, invoiceTerms, termPaths, type InvoiceTerm } from '../../../contract/values/invoice-terms.ts';
import { isElementPath } from '../../../contract/values/element-path.ts';
import { provedExtractor } from '../../../patterns/extraction/artefact.ts';
import { ciiOf, invoice, pdfWithFiles, ublOf, zugferd1Of } from '../../support/documents/invoices.ts';
import { byLabel, extractFrom, extractorOf, valueFrom } from './located.ts';

const text = { kind: 'text', maxLength: 100 } as const;
const date = { kind: 'date' } as const;
const money: PropertyType = { kind: 'money', currencies: ['EUR', 'TRY', 'USD'] };
const term = (name: InvoiceTerm): Finder => ({ by: 'element', term: name });
const at = (path: string): Finder => ({ by: 'element', path });
const notations = ['de-DE'] as const;

const xml = async (content: string) =>
  (await locateSource(Buffer.from(content), 'a'.repeat(64), 'application/xml')).text;
const find = async (content: string, type: PropertyType, ...finders: readonly Finder[]) =>
  valueFrom(await xml(content), { type, find: finders, notations });

describe('A structured invoice', () => {
  it.each([
    ['UBL', ublOf(invoice)],
    ['a UBL credit note', ublOf(invoice, { root: 'CreditNote' })],
    ['CII', ciiOf(invoice)],
    ['ZUGFeRD 1', zugferd1Of(invoice)],
  ])('The terms of an invoice in %s are found by their names', async (_, content) => {
    expect(await find(content, text, term('BT-1'))).toBe('RE-2026-17');
    expect(await find(content, date, term('BT-2'))).toBe('2026-03-12');
    expect(await find(content, text, term('BT-5'))).toBe('EUR');
    expect(await find(content, money, term('BT-109'))).toEqual({ amount: '1000.00', currency: 'EUR' });
    expect(await find(content, money, term('BT-110'))).toEqual({ amount: '190.00', currency: 'EUR' });
    expect(await find(content, money, term('BT-112'))).toEqual({ amount: '1190.00', currency: 'EUR' });
  });

  it('The evidence of a term quotes the value of its element', async () => {
    const { result } = await extractFrom(await xml(ublOf(invoice)), { type: money, find: [term('BT-112')] });
    expect(result).toMatchObject({
      method: 'element',
      confidence: 0.99,
      evidence: { quote: '1190.00 EUR', extractor: 'xml' },
    });
  });

  it('If the tax has two currencies, BT-110 is the amount in the currency of the invoice', async () => {
    const { result } = await extractFrom(await xml(ciiOf(invoice)), { type: money, find: [term('BT-110')] });
    expect(result).toMatchObject({ value: { amount: '190.00', currency: 'EUR' } });
  });

  it('The VAT number of the seller is chosen by its scheme', async () => {
    const scheme = (id: string, number: string): string =>
      `<cac:PartyTaxScheme><cbc:CompanyID>${number}</cbc:CompanyID><cac:TaxScheme><cbc:ID>${id}</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>`;
    const ubl = ublOf(invoice, { party: `${scheme('TAX', '201/113')}${scheme('VAT', 'DE123456789')}` });
    expect(await find(ubl, text, term('BT-31'))).toBe('DE123456789');
    expect(await find(ciiOf(invoice), text, term('BT-31'))).toBe('DE123456789');
  });

  it('In UBL-TR, BT-31 is the VKN of the seller, and BT-27 is the name of the party', async () => {
    const party =
      '<cac:PartyIdentification><cbc:ID schemeID="MERSISNO">0123</cbc:ID></cac:PartyIdentification><cac:PartyIdentification><cbc:ID schemeID="VKN">1234567890</cbc:ID></cac:PartyIdentification><cac:PartyName><cbc:Name>Örnek Oto A.Ş.</cbc:Name></cac:PartyName>';
    const content = ublOf(invoice, { more: '<cbc:CustomizationID>TR1.2</cbc:CustomizationID>', party });
    expect(await find(content, { kind: 'identifier', scheme: 'vkn' }, term('BT-31'))).toBe('1234567890');
    expect(await find(content, text, term('BT-27'))).toBe('Örnek Oto A.Ş.');
    const path = '/Invoice/AccountingSupplierParty/Party/PartyIdentification/ID[@schemeID="MERSISNO"]';
    expect(await find(content, text, at(path))).toBe('0123');
  });

  it('An element with a number names one of several elements; without it, different values are ambiguous', async () => {
    const content = '<A><b><c>1</c></b><b><c>2</c></b></A>';
    expect(await find(content, text, at('/A/b[2]/c'))).toBe('2');
    expect(await find(content, text, at('/A/b/c'))).toEqual(['1', '2']);
    expect(await find(content, text, at('/A/b[c="2"]/c'))).toBe('2');
    expect(await find(content, text, at('/A/c'))).toBe('not_found');
  });

  it.each([
    ['2026-03-12+03:00', '2026-03-12'],
    ['2026-03-12Z', '2026-03-12'],
    ['2026-03-12T10:00:00', '2026-03-12'],
    ['12.03.2026', 'malformed'],
    ['2026-02-30', 'malformed'],
  ])('The date %s of an element is read as %s', async (written, value) => {
    expect(await find(ublOf({ ...invoice, date: written }), date, term('BT-2'))).toBe(value);
  });

  it.each([
    ['1190', '1190.00'],
    ['1190.5000', '1190.50'],
    ['-1190.50', '-1190.50'],
    ['1190.505', 'malformed'],
    ['1.190,50', 'malformed'],
    ['(1190.50)', 'malformed'],
  ])('The amount %s of an element is read as %s', async (total, value) => {
    const read = await find(ublOf({ ...invoice, total }), money, term('BT-112'));
    expect(read).toEqual(value === 'malformed' ? value : { amount: value, currency: 'EUR' });
  });

  it('An amount in a currency that the property does not allow is malformed, even if the property has a default', async () => {
    const type: PropertyType = { kind: 'money', currencies: ['TRY'], currency: 'TRY' };
    expect(await find(ciiOf(invoice), type, term('BT-112'))).toBe('malformed');
    const none = ciiOf(invoice).replace(/<ram:InvoiceCurrencyCode>.*<\/ram:InvoiceCurrencyCode>/, '');
    expect(await find(none, type, term('BT-112'))).toBe('malformed');
  });

  it('If an envelope has two invoices with different totals, the total is ambiguous', async () => {
    const two = [invoice, { ...invoice, total: '5.00' }].map((one) => ublOf(one).replace(/^<\?.*\?>\n/, ''));
    expect(await find(`<E>${two.join('')}</E>`, money, term('BT-112'))).toEqual(['1190.00 EUR', '5.00 EUR']);
  });

  it('Each path of each term in each syntax is a path that an extractor may name', () => {
    for (const name of Object.keys(invoiceTerms) as InvoiceTerm[]) {
      for (const syntax of invoiceSyntaxes) {
        for (const path of termPaths(name, syntax)) expect(isElementPath(`/Root/${path}`), path).toBe(true);
      }
    }
  });

  it.each([
    [{ by: 'element' }, 'must have either term or path'],
    [{ by: 'element', term: 'BT-1', path: '/A' }, 'must have either term or path'],
    [{ by: 'element', term: 'BT-999' }, 'Invalid'],
    [{ by: 'element', path: 'A//b' }, 'is malformed'],
  ])('An extractor with the finder %j is refused', (finder, message) => {
    const parsed = provedExtractor.safeParse(extractorOf(text, [finder as Finder]));
    expect(JSON.stringify(parsed.error?.issues)).toContain(message);
  });
});

describe('A PDF with a structured invoice', () => {
  const finders = [term('BT-112'), byLabel('Gesamtbetrag')];
  const pdf = async (lines: readonly string[], xmlFile = ciiOf(invoice)) =>
    (await locateSource(pdfWithFiles(lines, { 'factur-x.xml': xmlFile }), 'a'.repeat(64), 'application/pdf')).text;
  const asked = async (lines: readonly string[], find: readonly Finder[] = finders, type: PropertyType = money) =>
    extractFrom(await pdf(lines), { type, find, notations });

  it('If the page and the invoice have the same value, it is extracted from the invoice', async () => {
    const { result, exceptions } = await asked(['Gesamtbetrag: 1.190,00 EUR']);
    expect(result).toMatchObject({
      status: 'extracted',
      value: { amount: '1190.00', currency: 'EUR' },
      method: 'element',
    });
    expect(exceptions).toEqual([]);
  });

  it.each([
    ['first', finders],
    ['last', [...finders].toReversed()],
  ])(
    'If the page and the invoice have different values, both are ambiguous, also if the invoice is searched %s',
    async (_, find) => {
      const { result, exceptions } = await asked(['Gesamtbetrag: 1.191,00 EUR'], find);
      expect(result).toMatchObject({
        status: 'ambiguous',
        candidates: [{ quote: '1190.00' }, { quote: '1.191,00 EUR' }],
      });
      expect(exceptions).toMatchObject([
        { kind: 'extract.ambiguous', detail: expect.stringContaining('structured invoice') },
      ]);
    },
  );

  it('If the page has several values and one is that of the invoice, the value of the invoice is taken', async () => {
    const { result } = await asked(['Gesamtbetrag: 1.000,00 EUR', 'Gesamtbetrag: 1.190,00 EUR']);
    expect(result).toMatchObject({ status: 'extracted', value: { amount: '1190.00' } });
  });

  it('If no finder reads the page, the value of the invoice must be somewhere on the page, or an exception says so', async () => {
    const only = [term('BT-112')];
    expect((await asked(['Zu zahlen 1.190,00'], only)).exceptions).toEqual([]);
    const { result, exceptions } = await asked(['Zu zahlen 1.191,00'], only);
    expect(result).toMatchObject({ status: 'extracted', value: { amount: '1190.00' } });
    expect(exceptions).toMatchObject([{ kind: 'extract.not_on_page' }]);
    expect((await asked(['Rechnung RE-2026-18'], [term('BT-1')], text)).exceptions).toHaveLength(1);
    expect((await asked(['Rechnung RE-2026-17'], [term('BT-1')], text)).exceptions).toEqual([]);
    expect((await asked(['vom 12.03.2026'], [term('BT-2')], date)).exceptions).toEqual([]);
  });

  it('If the value of the invoice is malformed, the value of the page is not taken', async () => {
    const of = await pdf(['Gesamtbetrag: 1.190,00 EUR'], ciiOf({ ...invoice, total: '1190,00' }));
    expect(await valueFrom(of, { type: money, find: finders, notations })).toBe('malformed');
  });

  it('If the invoice does not have the term, the page alone decides; finders of the page do not read the invoice', async () => {
    const { result } = await asked(['Zahlbetrag: 5,00 EUR'], [term('BT-115'), byLabel('Zahlbetrag')]);
    expect(result).toMatchObject({ value: { amount: '5.00' }, method: 'label' });
    expect(
      await valueFrom(await pdf(['x']), { type: text, find: [byLabel('TypeCode'), { by: 'pattern', pattern: '380' }] }),
    ).toBe('not_found');
  });
});
