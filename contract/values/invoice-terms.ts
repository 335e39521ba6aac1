/**
 * The syntaxes of structured invoices: UBL 2.1 with the Turkish customisation UBL-TR, CII (Factur-X, ZUGFeRD 2 and
 * XRechnung), and ZUGFeRD 1.
 */
export const invoiceSyntaxes = ['ubl', 'ubl-tr', 'cii', 'zugferd-1'] as const;
export type InvoiceSyntax = (typeof invoiceSyntaxes)[number];

interface Term {
  readonly means: string;
  /** Paths below the root of UBL (CEN/TS 16931-3-2). If an invoice has the first path, the others are not read. */
  readonly ubl: readonly string[];
  /** Paths below the root of CII (CEN/TS 16931-3-3). A word in braces names an element of `ciiParts`. */
  readonly cii: readonly string[];
  /** The paths of UBL-TR if they differ from those of UBL. */
  readonly ublTr?: readonly string[];
}

const party = { seller: 'AccountingSupplierParty/Party', buyer: 'AccountingCustomerParty/Party' } as const;
const ubl = (side: keyof typeof party, path: string): readonly string[] => [`${party[side]}/${path}`];
const one = (path: string): readonly string[] => [path];
const date = '/DateTimeString';
const total = (path: string): readonly string[] => [`LegalMonetaryTotal/${path}`];
/** A Turkish company has a VKN, and a person has a TCKN. */
const turkishTaxNumber = (side: keyof typeof party): readonly string[] =>
  ['VKN', 'TCKN'].map((scheme) => `${party[side]}/PartyIdentification/ID[@schemeID="${scheme}"]`);

/** The terms of an invoice (EN 16931-1) that an extractor can name, and where each syntax has them. */
export const invoiceTerms = {
  'BT-1': { means: 'invoice number', ubl: one('ID'), cii: one('{document}/ID') },
  'BT-2': { means: 'issue date', ubl: one('IssueDate'), cii: one(`{document}/IssueDateTime${date}`) },
  'BT-3': {
    means: 'type code',
    ubl: ['InvoiceTypeCode', 'CreditNoteTypeCode'],
    cii: one('{document}/TypeCode'),
  },
  'BT-5': { means: 'currency', ubl: one('DocumentCurrencyCode'), cii: one('{settlement}/InvoiceCurrencyCode') },
  'BT-6': {
    means: 'currency of the VAT accounting',
    ubl: one('TaxCurrencyCode'),
    cii: one('{settlement}/TaxCurrencyCode'),
  },
  'BT-7': {
    means: 'tax point date',
    ubl: one('TaxPointDate'),
    cii: one('{settlement}/ApplicableTradeTax/TaxPointDate/DateString'),
  },
  'BT-9': {
    means: 'due date',
    ubl: ['DueDate', 'PaymentMeans/PaymentDueDate'],
    cii: one(`{settlement}/SpecifiedTradePaymentTerms/DueDateDateTime${date}`),
  },
  'BT-10': { means: 'buyer reference', ubl: one('BuyerReference'), cii: one('{agreement}/BuyerReference') },
  'BT-11': { means: 'project', ubl: one('ProjectReference/ID'), cii: one('{agreement}/SpecifiedProcuringProject/ID') },
  'BT-12': {
    means: 'contract',
    ubl: one('ContractDocumentReference/ID'),
    cii: one('{agreement}/ContractReferencedDocument/{reference}'),
  },
  'BT-13': {
    means: 'purchase order',
    ubl: one('OrderReference/ID'),
    cii: one('{agreement}/BuyerOrderReferencedDocument/{reference}'),
  },
  'BT-14': {
    means: 'sales order',
    ubl: one('OrderReference/SalesOrderID'),
    cii: one('{agreement}/SellerOrderReferencedDocument/{reference}'),
  },
  'BT-16': {
    means: 'despatch advice',
    ubl: one('DespatchDocumentReference/ID'),
    cii: one('{delivery}/DespatchAdviceReferencedDocument/{reference}'),
  },
  'BT-19': {
    means: 'accounting reference of the buyer',
    ubl: one('AccountingCost'),
    cii: one('{settlement}/ReceivableSpecifiedTradeAccountingAccount/ID'),
  },
  'BT-20': {
    means: 'payment terms',
    ubl: one('PaymentTerms/Note'),
    cii: one('{settlement}/SpecifiedTradePaymentTerms/Description'),
  },
  'BT-23': {
    means: 'business process',
    ubl: one('ProfileID'),
    cii: one('{context}/BusinessProcessSpecifiedDocumentContextParameter/ID'),
  },
  'BT-24': {
    means: 'specification',
    ubl: one('CustomizationID'),
    cii: one('{context}/GuidelineSpecifiedDocumentContextParameter/ID'),
  },
  'BT-25': {
    means: 'preceding invoice',
    ubl: one('BillingReference/InvoiceDocumentReference/ID'),
    cii: one('{settlement}/InvoiceReferencedDocument/{reference}'),
  },
  'BT-27': {
    means: 'name of the seller',
    ubl: ubl('seller', 'PartyLegalEntity/RegistrationName'),
    cii: one('{agreement}/SellerTradeParty/Name'),
    ublTr: ubl('seller', 'PartyName/Name'),
  },
  'BT-29': {
    means: 'identifier of the seller',
    ubl: ubl('seller', 'PartyIdentification/ID'),
    cii: one('{agreement}/SellerTradeParty/ID'),
  },
  'BT-30': {
    means: 'registration of the seller',
    ubl: ubl('seller', 'PartyLegalEntity/CompanyID'),
    cii: one('{agreement}/SellerTradeParty/SpecifiedLegalOrganization/ID'),
  },
  'BT-31': {
    means: 'VAT number of the seller; in UBL-TR the VKN or TCKN',
    ubl: ubl('seller', 'PartyTaxScheme[TaxScheme/ID="VAT"]/CompanyID'),
    cii: one('{agreement}/SellerTradeParty/SpecifiedTaxRegistration/ID[@schemeID="VA"]'),
    ublTr: turkishTaxNumber('seller'),
  },
  'BT-35': {
    means: 'street of the seller',
    ubl: ubl('seller', 'PostalAddress/StreetName'),
    cii: one('{agreement}/SellerTradeParty/PostalTradeAddress/LineOne'),
  },
  'BT-37': {
    means: 'city of the seller',
    ubl: ubl('seller', 'PostalAddress/CityName'),
    cii: one('{agreement}/SellerTradeParty/PostalTradeAddress/CityName'),
  },
  'BT-38': {
    means: 'post code of the seller',
    ubl: ubl('seller', 'PostalAddress/PostalZone'),
    cii: one('{agreement}/SellerTradeParty/PostalTradeAddress/PostcodeCode'),
  },
  'BT-40': {
    means: 'country of the seller',
    ubl: ubl('seller', 'PostalAddress/Country/IdentificationCode'),
    cii: one('{agreement}/SellerTradeParty/PostalTradeAddress/CountryID'),
  },
  'BT-44': {
    means: 'name of the buyer',
    ubl: ubl('buyer', 'PartyLegalEntity/RegistrationName'),
    cii: one('{agreement}/BuyerTradeParty/Name'),
    ublTr: ubl('buyer', 'PartyName/Name'),
  },
  'BT-46': {
    means: 'identifier of the buyer',
    ubl: ubl('buyer', 'PartyIdentification/ID'),
    cii: one('{agreement}/BuyerTradeParty/ID'),
  },
  'BT-48': {
    means: 'VAT number of the buyer; in UBL-TR the VKN or TCKN',
    ubl: ubl('buyer', 'PartyTaxScheme[TaxScheme/ID="VAT"]/CompanyID'),
    cii: one('{agreement}/BuyerTradeParty/SpecifiedTaxRegistration/ID[@schemeID="VA"]'),
    ublTr: turkishTaxNumber('buyer'),
  },
  'BT-50': {
    means: 'street of the buyer',
    ubl: ubl('buyer', 'PostalAddress/StreetName'),
    cii: one('{agreement}/BuyerTradeParty/PostalTradeAddress/LineOne'),
  },
  'BT-52': {
    means: 'city of the buyer',
    ubl: ubl('buyer', 'PostalAddress/CityName'),
    cii: one('{agreement}/BuyerTradeParty/PostalTradeAddress/CityName'),
  },
  'BT-55': {
    means: 'country of the buyer',
    ubl: ubl('buyer', 'PostalAddress/Country/IdentificationCode'),
    cii: one('{agreement}/BuyerTradeParty/PostalTradeAddress/CountryID'),
  },
  'BT-59': {
    means: 'name of the payee',
    ubl: one('PayeeParty/PartyName/Name'),
    cii: one('{settlement}/PayeeTradeParty/Name'),
  },
  'BT-72': {
    means: 'delivery date',
    ubl: one('Delivery/ActualDeliveryDate'),
    cii: one(`{delivery}/ActualDeliverySupplyChainEvent/OccurrenceDateTime${date}`),
  },
  'BT-73': {
    means: 'first day of the period',
    ubl: one('InvoicePeriod/StartDate'),
    cii: one(`{settlement}/BillingSpecifiedPeriod/StartDateTime${date}`),
  },
  'BT-74': {
    means: 'last day of the period',
    ubl: one('InvoicePeriod/EndDate'),
    cii: one(`{settlement}/BillingSpecifiedPeriod/EndDateTime${date}`),
  },
  'BT-81': {
    means: 'code of the means of payment',
    ubl: one('PaymentMeans/PaymentMeansCode'),
    cii: one('{settlement}/SpecifiedTradeSettlementPaymentMeans/TypeCode'),
  },
  'BT-83': {
    means: 'remittance information',
    ubl: one('PaymentMeans/PaymentID'),
    cii: one('{settlement}/PaymentReference'),
  },
  'BT-84': {
    means: 'IBAN or account of the payee',
    ubl: one('PaymentMeans/PayeeFinancialAccount/ID'),
    cii: [
      '{settlement}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID',
      '{settlement}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/ProprietaryID',
    ],
  },
  'BT-86': {
    means: 'BIC of the payee',
    ubl: [
      'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID',
      'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/FinancialInstitution/ID',
    ],
    cii: one('{settlement}/SpecifiedTradeSettlementPaymentMeans/PayeeSpecifiedCreditorFinancialInstitution/BICID'),
  },
  'BT-106': { means: 'sum of the lines', ubl: total('LineExtensionAmount'), cii: one('{totals}/LineTotalAmount') },
  'BT-107': {
    means: 'sum of the allowances',
    ubl: total('AllowanceTotalAmount'),
    cii: one('{totals}/AllowanceTotalAmount'),
  },
  'BT-108': { means: 'sum of the charges', ubl: total('ChargeTotalAmount'), cii: one('{totals}/ChargeTotalAmount') },
  'BT-109': { means: 'total without VAT', ubl: total('TaxExclusiveAmount'), cii: one('{totals}/TaxBasisTotalAmount') },
  'BT-110': {
    means: 'total VAT',
    ubl: one('TaxTotal/TaxAmount[@currencyID=BT-5]'),
    cii: one('{totals}/TaxTotalAmount[@currencyID=BT-5]'),
  },
  'BT-111': {
    means: 'total VAT in the currency of the VAT accounting',
    ubl: one('TaxTotal/TaxAmount[@currencyID=BT-6]'),
    cii: one('{totals}/TaxTotalAmount[@currencyID=BT-6]'),
  },
  'BT-112': { means: 'total with VAT', ubl: total('TaxInclusiveAmount'), cii: one('{totals}/GrandTotalAmount') },
  'BT-113': { means: 'amount already paid', ubl: total('PrepaidAmount'), cii: one('{totals}/TotalPrepaidAmount') },
  'BT-114': { means: 'rounding', ubl: total('PayableRoundingAmount'), cii: one('{totals}/RoundingAmount') },
  'BT-115': { means: 'amount to pay', ubl: total('PayableAmount'), cii: one('{totals}/DuePayableAmount') },
} as const satisfies Readonly<Record<string, Term>>;
export type InvoiceTerm = keyof typeof invoiceTerms;

/** The names of the parts of CII, in its present version and in that of ZUGFeRD 1. */
const ciiParts: Readonly<Record<'cii' | 'zugferd-1', Readonly<Record<string, string>>>> = {
  cii: {
    context: 'ExchangedDocumentContext',
    document: 'ExchangedDocument',
    agreement: 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement',
    delivery: 'SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery',
    settlement: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement',
    totals:
      'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation',
    reference: 'IssuerAssignedID',
  },
  'zugferd-1': {
    context: 'SpecifiedExchangedDocumentContext',
    document: 'HeaderExchangedDocument',
    agreement: 'SpecifiedSupplyChainTradeTransaction/ApplicableSupplyChainTradeAgreement',
    delivery: 'SpecifiedSupplyChainTradeTransaction/ApplicableSupplyChainTradeDelivery',
    settlement: 'SpecifiedSupplyChainTradeTransaction/ApplicableSupplyChainTradeSettlement',
    totals:
      'SpecifiedSupplyChainTradeTransaction/ApplicableSupplyChainTradeSettlement/SpecifiedTradeSettlementMonetarySummation',
    reference: 'ID',
  },
};

/** Returns the paths of a term below the root of an invoice. If an invoice has the first path, it counts alone. */
export function termPaths(term: InvoiceTerm, syntax: InvoiceSyntax): readonly string[] {
  const { ubl, ublTr, cii }: Term = invoiceTerms[term];
  if (syntax === 'ubl') return ubl;
  if (syntax === 'ubl-tr') return ublTr ?? ubl;
  return cii.map((path) => path.replaceAll(/\{(\w+)\}/g, (_, part: string) => ciiParts[syntax][part] ?? part));
}
