import { drawnPdf } from './placed-pdf.ts';
import { streamObject } from './raw-pdf.ts';

export interface Invoice {
  readonly number: string;
  readonly date: string;
  readonly currency: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
}
export const invoice: Invoice = {
  number: 'RE-2026-17',
  date: '2026-03-12',
  currency: 'EUR',
  net: '1000.00',
  tax: '190.00',
  total: '1190.00',
};

const ublNs =
  'xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"';

/** Makes an invoice in UBL 2.1. @param more elements after the header @param party elements of the seller */
export const ublOf = (
  { number, date, currency, net, tax, total }: Invoice,
  {
    more = '',
    party = '',
    root = 'Invoice',
  }: { readonly more?: string; readonly party?: string; readonly root?: string } = {},
): string => {
  const amount = (name: string, value: string): string =>
    `<cbc:${name} currencyID="${currency}">${value}</cbc:${name}>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${root} xmlns="urn:oasis:names:specification:ubl:schema:xsd:${root}-2" ${ublNs}>
  ${more}<cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>
  <cbc:DocumentCurrencyCode>${currency}</cbc:DocumentCurrencyCode>
  <cac:AccountingSupplierParty><cac:Party>${party}</cac:Party></cac:AccountingSupplierParty>
  <cac:TaxTotal>${amount('TaxAmount', tax)}</cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${amount('TaxExclusiveAmount', net)}${amount('TaxInclusiveAmount', total)}${amount('PayableAmount', total)}
  </cac:LegalMonetaryTotal>
</${root}>`;
};

/** Makes an invoice in CII, as Factur-X and ZUGFeRD 2 have it. @param head text before the root element */
export const ciiOf = (
  { number, date, currency, net, tax, total }: Invoice,
  head = '',
): string => `<?xml version="1.0" encoding="UTF-8"?>${head}
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
  <rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>380</ram:TypeCode>
    <ram:IssueDateTime><udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString></ram:IssueDateTime>
  </rsm:ExchangedDocument>
  <rsm:SupplyChainTradeTransaction>
    <ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Garage &amp; Söhne</ram:Name>
      <ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">201/113/40209</ram:ID></ram:SpecifiedTaxRegistration>
      <ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration>
    </ram:SellerTradeParty></ram:ApplicableHeaderTradeAgreement>
    <ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>${currency}</ram:InvoiceCurrencyCode>
      <ram:SpecifiedTradeSettlementHeaderMonetarySummation>
        <ram:TaxBasisTotalAmount>${net}</ram:TaxBasisTotalAmount>
        <ram:TaxTotalAmount currencyID="${currency}">${tax}</ram:TaxTotalAmount>
        <ram:TaxTotalAmount currencyID="TRY">9500.00</ram:TaxTotalAmount>
        <ram:GrandTotalAmount>${total}</ram:GrandTotalAmount>
      </ram:SpecifiedTradeSettlementHeaderMonetarySummation>
    </ram:ApplicableHeaderTradeSettlement>
  </rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>`;

/** Makes an invoice in ZUGFeRD 1. */
export const zugferd1Of = (of: Invoice): string =>
  ciiOf(of)
    .replaceAll('CrossIndustryInvoice', 'CrossIndustryDocument')
    .replace(
      'urn:un:unece:uncefact:data:standard:CrossIndustryDocument:100',
      'urn:ferd:CrossIndustryDocument:invoice:1p0',
    )
    .replaceAll('rsm:ExchangedDocument', 'rsm:HeaderExchangedDocument')
    .replaceAll('rsm:SupplyChainTradeTransaction', 'rsm:SpecifiedSupplyChainTradeTransaction')
    .replaceAll('ApplicableHeaderTrade', 'ApplicableSupplyChainTrade')
    .replaceAll('SpecifiedTradeSettlementHeaderMonetarySummation', 'SpecifiedTradeSettlementMonetarySummation');

/** Makes a PDF with one page, and with attached files. @param lines the lines of the page */
export function pdfWithFiles(lines: readonly string[], files: Readonly<Record<string, string>>): Uint8Array {
  const drawn = lines.map((line, i) => `BT /F 10 Tf 1 0 0 1 50 ${700 - 20 * i} Tm (${line}) Tj ET`).join('\n');
  const names = Object.keys(files);
  const objects = names.flatMap((name, i) => [
    `<< /Type /Filespec /F (${name}) /UF (${name}) /EF << /F ${7 + 2 * i} 0 R >> >>`,
    streamObject(Buffer.from(files[name] ?? ''), '/Type /EmbeddedFile /Subtype /text#2Fxml'),
  ]);
  const tree = names.map((name, i) => `(${name}) ${6 + 2 * i} 0 R`).join(' ');
  return drawnPdf(drawn, { objects, catalog: `/Names << /EmbeddedFiles << /Names [${tree}] >> >>` });
}
