import { currencyCodes, minorUnits } from '../../../contract/values/iso-4217.ts';
import { folded } from '../fold.ts';
import type { ReadableMoney } from './settled.ts';

export type MoneyType = ReadableMoney;

/** Signs and names of currencies in several languages, by their ISO 4217 code. */
const written: Readonly<Record<string, string>> = {
  TRY: '₺|tl|lira|liras|türk lirası|turkish lira|turkish liras|yeni türk lirası|ytl',
  EUR: '€|euro|euros|avro|eur',
  USD: '$|us$|dolar|dollar|dollars|us dollar|us dollars|amerikan doları|abd doları|usd',
  GBP: '£|sterlin|sterling|pound|pounds|pound sterling|pounds sterling|ingiliz sterlini|gbp',
  JPY: '¥|yen|japon yeni|jpy',
  CHF: 'swiss franc|swiss francs|schweizer franken|franken|francs suisses|franc suisse|isviçre frangı|frank|sfr|chf',
  SEK: 'swedish krona|swedish kronor|kronor|krona|isveç kronu',
  NOK: 'norwegian krone|norwegian kroner|norveç kronu',
  DKK: 'danish krone|danish kroner|danimarka kronu',
  PLN: 'zloty|zlotys|złoty|złotych|zł',
  CZK: 'czech koruna|koruna|korun|kč',
  HUF: 'forint|forints|ft',
  RON: 'romanian leu|lei',
  BGN: 'leva|bulgarian lev',
  RUB: 'rouble|roubles|ruble|rubles|rubel|ruble',
  UAH: 'hryvnia|hryvnias',
  CNY: 'yuan|renminbi|rmb',
  INR: 'indian rupee|indian rupees|rupee|rupees',
  KRW: 'south korean won',
  ILS: 'shekel|shekels',
  SAR: 'saudi riyal|saudi riyals|suudi riyali',
  AED: 'uae dirham|dirham|dirhams|dirhem',
  AZN: 'manat|azerbaycan manatı',
  CAD: 'canadian dollar|canadian dollars|kanada doları',
  AUD: 'australian dollar|australian dollars|avustralya doları',
  ZAR: 'south african rand|rand',
  BRL: 'brazilian real|reais|r$',
  MXN: 'mexican peso|mexican pesos',
  DEM: 'deutsche mark|d-mark|dm|alman markı',
  FRF: 'french franc|french francs|francs français|fransız frangı',
  ITL: 'italian lira|italian lire|lire',
  ATS: 'austrian schilling|schilling',
  NLG: 'dutch guilder|dutch guilders|gulden',
  ESP: 'pesetas|peseta',
  BEF: 'belgian franc|belgian francs',
};
const names: ReadonlyMap<string, string> = new Map(
  Object.entries(written).flatMap(([code, all]) => all.split('|').map((name) => [folded(name), code] as const)),
);
const inWords = Object.values(written)
  .flatMap((all) => all.split('|'))
  .filter((name) => /\p{L}/u.test(name) && !/^[A-Za-z]{3}$/.test(name) && !name.includes('$'))
  .toSorted((a, b) => b.length - a.length)
  .map((name) => name.replaceAll(' ', String.raw`\s`));
/** A regular expression for the name of a currency, for the flags `iu`. Three letters may also be an ordinary word. */
export const currencyName = String.raw`${inWords.join('|')}|US\$|R\$|[A-Z]{3}|\p{Sc}`;

/** Codes that are no longer in force (ISO 4217, List Three). An old document may still use them. */
const past =
  'ATS BEF BGL BGN CYP DEM ECS EEK ESP FIM FRF GRD HRK IEP ITL LTL LUF LVL MTL NLG PTE ROL RUR SDD SIT SKK TRL VEB VEF YUM ZWL'.split(
    ' ',
  );
const isoCodes = new Set([...currencyCodes, ...past]);

/**
 * Returns the currency code for a name. An unknown sign is returned as it is, because it is a currency too. Undefined
 * if the name is not a currency.
 */
export function currencyIn(written: string, { currencies }: MoneyType): string | undefined {
  const known = names.get(folded(written).replaceAll(/\s/g, ' '));
  if (known !== undefined) return known;
  if (/^\p{Sc}$/u.test(written)) return written;
  const code = written.toUpperCase();
  return currencies.includes(code) || isoCodes.has(written) ? code : undefined;
}

const word = new RegExp(String.raw`(?<!\p{L})(?:${currencyName})(?!\p{L})`, 'giu');
/**
 * A code that is also a word, such as ALL or TOP, counts as a currency only in brackets, next to a number, or alone.
 */
const markedBefore = /(?:[([/]|\d\s?)$/;
const markedBehind = /^(?:[)\]/]|\s?\d)/;
const edgeBefore = /(?:^|[\t\n])$/;
const edgeBehind = /^(?:$|[\t\n])/;

/** Returns every currency that a text names. */
export function currenciesIn(text: string, type: MoneyType): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { 0: written, index } of text.matchAll(word)) {
    const code = currencyIn(written, type);
    if (code === undefined) continue;
    const plain = names.has(folded(written)) || /\p{Sc}/u.test(written);
    const declared = type.currencies.includes(code) && !/^[Tt]ry$/.test(written);
    const ahead = text.slice(Math.max(0, index - 2), index);
    const after = text.slice(index + written.length, index + written.length + 2);
    const alone =
      markedBefore.test(ahead) || markedBehind.test(after) || (edgeBefore.test(ahead) && edgeBehind.test(after));
    if (plain || declared || (isoCodes.has(written) && alone)) found.add(code);
  }
  return found;
}

const nameAlone = new RegExp(String.raw`^\s*[([]?(${currencyName})[)\]]?\s*[.:;]?\s*$`, 'iu');

/** Returns the currency if a passage consists only of it. A point or a colon may follow. */
export function currencyAlone(text: string, type: MoneyType): string | undefined {
  const [, written] = nameAlone.exec(text) ?? [];
  return written === undefined ? undefined : currencyIn(written, type);
}

const lastWord = /^(?<label>.*\S)\s+(?<last>[([]?[^\s()[\]]+[)\]]?)\s*:?\s*$/su;

const maxLabel = 200;
/** Returns a label without the currency at its end: `Amount` for `Amount (EUR)`. */
export function withoutCurrency(text: string, type: MoneyType): string {
  if (text.length > maxLabel) return text;
  const { label, last = '' } = lastWord.exec(text)?.groups ?? {};
  return label !== undefined && currencyAlone(last, type) !== undefined ? label : text;
}

/**
 * Returns the number of digits after the point of an amount in a currency. A code that is no longer in force has two
 * digits.
 */
export const minorUnitsOf = (code: string): number => minorUnits(code) ?? 2;
