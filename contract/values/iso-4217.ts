/**
 * The currencies of ISO 4217 by their number of minor units, from List One as published on 2026-01-01. Codes without
 * minor units (metals, bond market units, test codes) are left out. The list is fixed here because `Intl` uses the
 * digits of CLDR, which differ and change with each ICU version.
 */
const byMinorUnits = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2:
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW ' +
    'CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ' +
    'ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV ' +
    'MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD ' +
    'SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
} as const;

const digits = new Map(
  Object.entries(byMinorUnits).flatMap(([units, codes]) => codes.split(' ').map((code) => [code, Number(units)])),
);

/**
 * Returns the number of decimal places of a currency. Undefined for an unknown code, and for a code without minor
 * units.
 */
export const minorUnits = (currency: string): number | undefined => digits.get(currency);

/** All codes of the list. */
export const currencyCodes: readonly string[] = [...digits.keys()];
