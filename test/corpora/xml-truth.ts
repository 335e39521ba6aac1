import type { Money } from '../../contract/values/shapes.ts';

export const fields = [
  'invoiceNumber',
  'issueDate',
  'dueDate',
  'total',
  'netTotal',
  'taxTotal',
  'sellerVatNumber',
  'iban',
] as const;
export type Field = (typeof fields)[number];
export type Truth = Readonly<Partial<Record<Field, string | Money>>>;

/**
 * Reads the values of an invoice with regular expressions. It shares no code with the reader that is tested. A value that
 * the invoice states twice differently is left out.
 */
export function truthOf(written: string): Truth {
  const xml = written.replaceAll(/<!--[\s\S]*?-->/g, '').replaceAll(/<(\/?)[\w.-]+:/g, '<$1');
  const all = /<CrossIndustry(?:Invoice|Document)\b/.test(xml) ? crossIndustry(xml) : ubl(xml);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

type Found = Record<Field, string | Money | undefined>;

function crossIndustry(xml: string): Found {
  const [head = ''] = inside(xml, '(?:Header)?ExchangedDocument');
  const [totals = ''] = inside(xml, 'SpecifiedTradeSettlement(?:Header)?MonetarySummation');
  const [seller = ''] = inside(xml, 'SellerTradeParty');
  const currency = only(textsOf(xml, 'InvoiceCurrencyCode'));
  return {
    invoiceNumber: textsOf(head, 'ID')[0],
    issueDate: dateOf(inside(head, 'IssueDateTime')),
    dueDate: dateOf(inside(xml, 'DueDateDateTime')),
    total: amountOf(totals, 'GrandTotalAmount', currency),
    netTotal: amountOf(totals, 'TaxBasisTotalAmount', currency),
    taxTotal: amountOf(totals, 'TaxTotalAmount', currency),
    sellerVatNumber: only(textsOf(seller, 'ID', 'schemeID="VA"')),
    iban: ibanOf(inside(xml, 'PayeePartyCreditorFinancialAccount').flatMap((one) => textsOf(one, 'IBANID'))),
  };
}

function ubl(xml: string): Found {
  const head = xml.split(/<(?:InvoiceLine|CreditNoteLine)\b/)[0] ?? '';
  const [totals = ''] = inside(xml, 'LegalMonetaryTotal');
  const [seller = ''] = inside(xml, 'AccountingSupplierParty');
  const currency = only(textsOf(xml, 'DocumentCurrencyCode'));
  const schemes = inside(seller, 'PartyTaxScheme').filter((one) => /<ID\b[^>]*>\s*VAT\s*</.test(one));
  return {
    invoiceNumber: textsOf(head, 'ID')[0],
    issueDate: textsOf(head, 'IssueDate')[0]?.slice(0, 10),
    dueDate: textsOf(head, 'DueDate')[0],
    total: amountOf(totals, 'TaxInclusiveAmount', currency),
    netTotal: amountOf(totals, 'TaxExclusiveAmount', currency),
    // The first tax amount of the first tax total is the sum; those of the rates follow it.
    taxTotal: amountOf((inside(head, 'TaxTotal')[0] ?? '').split('<TaxSubtotal')[0] ?? '', 'TaxAmount', currency),
    sellerVatNumber: only(schemes.flatMap((one) => textsOf(one, 'CompanyID'))),
    iban: ibanOf(inside(xml, 'PayeeFinancialAccount').flatMap((one) => textsOf(one, 'ID').slice(0, 1))),
  };
}

const inside = (xml: string, name: string): readonly string[] =>
  [...xml.matchAll(new RegExp(`<(${name})\\b[^>]*[^/]?>([\\s\\S]*?)</\\1>`, 'g'))].map(([, , found = '']) => found);

const textsOf = (xml: string, name: string, attribute = ''): readonly string[] =>
  [...xml.matchAll(new RegExp(`<${name}\\b([^>]*)>([^<]*)</${name}>`, 'g'))]
    .filter(([, attributes = '']) => attributes.includes(attribute))
    .map(([, , text = '']) => text.trim().replaceAll('&amp;', '&'))
    .filter((text) => text !== '');

const only = (all: readonly string[]): string | undefined => (new Set(all).size === 1 ? all[0] : undefined);

const ibanOf = (all: readonly string[]): string | undefined => (all.every(isIban) ? only(all) : undefined);

/** False for an IBAN with wrong check digits (ISO 13616), which many samples have. A reader rightly refuses it. */
function isIban(text: string): boolean {
  const moved = text.replaceAll(/\s/g, '').replace(/^(.{4})(.*)$/, '$2$1');
  const digits = moved.replaceAll(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55));
  return /^\d{1,60}$/.test(digits) && BigInt(digits) % 97n === 1n;
}

const dateOf = (all: readonly string[]): string | undefined =>
  only(
    all
      .flatMap((one) => textsOf(one, 'DateTimeString'))
      .map((text) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`),
  );

function amountOf(xml: string, name: string, currency: string | undefined): Money | undefined {
  if (currency === undefined) return undefined;
  const own = [...xml.matchAll(new RegExp(`<${name}\\b([^>]*)>([^<]*)</${name}>`, 'g'))]
    .filter(([, attributes = '']) => !/currencyID=/.test(attributes) || attributes.includes(`"${currency}"`))
    .map(([, , text = '']) => Number(text).toFixed(2));
  const amount = only(own);
  return amount === undefined ? undefined : { amount, currency };
}
