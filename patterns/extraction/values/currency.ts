import type { PropertyType } from '../../../contract/artefacts/extractor.ts';
import { folded } from '../fold.ts';

export type MoneyType = Extract<PropertyType, { kind: 'money' }>;

/** Signs and names of currencies beside their ISO 4217 code, folded. */
const names: Readonly<Record<string, string>> = {
  '₺': 'TRY',
  tl: 'TRY',
  lira: 'TRY',
  'turk lirasi': 'TRY',
  'turkish lira': 'TRY',
  '€': 'EUR',
  euro: 'EUR',
  avro: 'EUR',
  $: 'USD',
  dolar: 'USD',
  dollar: 'USD',
  dollars: 'USD',
  '£': 'GBP',
  sterlin: 'GBP',
  sterling: 'GBP',
  '¥': 'JPY',
  eur: 'EUR',
  usd: 'USD',
  gbp: 'GBP',
  chf: 'CHF',
  jpy: 'JPY',
};
/** A way of naming a currency, to be used with the flags `iu`; three letters may be none. */
export const currencyName = String.raw`türk\s?lirası|turkish\s?lira|lira|tl|euro|avro|dollars?|dolar|sterling?|[A-Z]{3}|\p{Sc}`;
const isoCodes = new Set(Intl.supportedValuesOf('currency'));

/** The code that a name stands for; undefined where it is no currency. A sign that we do not know is one all the same. */
export function currencyIn(written: string, { currencies }: MoneyType): string | undefined {
  const known = names[folded(written)];
  if (known !== undefined) return known;
  if (/^\p{Sc}$/u.test(written)) return written;
  const code = written.toUpperCase();
  return currencies.includes(code) || isoCodes.has(written) ? code : undefined;
}

const word = new RegExp(String.raw`(?<!\p{L})(?:${currencyName})(?!\p{L})`, 'giu');
/** A code that is also a word, such as ALL or TOP, is one only in brackets, beside a number or alone. */
const markedBefore = /(?:[([/]|\d\s?)$/;
const markedBehind = /^(?:[)\]/]|\s?\d)/;
const edgeBefore = /(?:^|[\t\n])$/;
const edgeBehind = /^(?:$|[\t\n])/;

/** Every currency that a text names. */
export function currenciesIn(text: string, type: MoneyType): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { 0: written, index } of text.matchAll(word)) {
    const code = currencyIn(written, type);
    if (code === undefined) continue;
    const plain = names[folded(written)] !== undefined || /\p{Sc}/u.test(written);
    const declared = type.currencies.includes(code) && !/^[Tt]ry$/.test(written);
    const ahead = text.slice(Math.max(0, index - 2), index);
    const after = text.slice(index + written.length, index + written.length + 2);
    const alone =
      markedBefore.test(ahead) || markedBehind.test(after) || (edgeBefore.test(ahead) && edgeBehind.test(after));
    if (plain || declared || (isoCodes.has(written) && alone)) found.add(code);
  }
  return found;
}

/** The currency that a passage is, and nothing else; a point or a colon may end it. */
export function currencyAlone(text: string, type: MoneyType): string | undefined {
  const [, written] = new RegExp(String.raw`^\s*[([]?(${currencyName})[)\]]?\s*[.:;]?\s*$`, 'iu').exec(text) ?? [];
  return written === undefined ? undefined : currencyIn(written, type);
}

const lastWord = /^(?<label>.*\S)\s+(?<last>[([]?[^\s()[\]]+[)\]]?)\s*:?\s*$/su;

const maxLabel = 200;
/** A label of amounts without the currency at its end: `Amount` of `Amount (EUR)`. */
export function withoutCurrency(text: string, type: MoneyType): string {
  if (text.length > maxLabel) return text;
  const { label, last = '' } = lastWord.exec(text)?.groups ?? {};
  return label !== undefined && currencyAlone(last, type) !== undefined ? label : text;
}

/** Digits after the point of an amount in the currency: ISO 4217's minor units. */
export function minorUnitsOf(code: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}
