import type { PropertyType } from '../../../contract/artefacts/extractor.ts';
import type { TextSpan } from '../../../contract/rows/located-text.ts';
import type { Document } from '../document.ts';
import { fieldAt, type Field } from '../field.ts';
import { folded } from '../fold.ts';
import { currenciesIn, currencyAlone, type MoneyType } from '../values/currency.ts';
import { namedBeside } from './beside.ts';
import { provedOrder } from '../values/date.ts';
import { inMultiples } from '../values/scale.ts';
import type { SettledType } from '../values/settled.ts';
import { labelPlaces } from './label-places.ts';
import { leadIn } from './lead-in.ts';

const labels = ['Para birimi', 'Döviz', 'Döviz cinsi', 'Döviz kodu', 'Currency', 'Currency code', 'Ccy', 'Cur.'];
const keys = new Set(labels.map((label) => folded(label).replaceAll(/[ .]/g, '')));

/**
 * Returns the type with what the document says about all its values. For money, this is the currency of amounts that do
 * not name one: the currency that the document states, or else the declared default. The default is used only if the
 * document names no other currency anywhere.
 */
export function settledIn(document: Document, type: PropertyType): SettledType {
  if (type.kind === 'date') {
    const proved = provedOrder(document.text);
    return proved === undefined ? type : { ...type, proved };
  }
  if (type.kind !== 'money') return type;
  const multiples = inMultiples.test(document.text) ? ({ inMultiples: true } as const) : {};
  return { ...currencySettled(document, type), ...multiples };
}

function currencySettled(document: Document, type: MoneyType): MoneyType {
  const said = saidIn(document, type);
  if (said.size > 0) return withCurrency(type, said);
  const named = currenciesIn(readable(document), type);
  const others = [...named].some((code) => code !== type.currency);
  if (others) return withCurrency(type, new Set());
  return type.currency === undefined ? type : { ...type, byDefault: true };
}

/** Returns the text with JSON escapes resolved, because JSON may write a currency sign as an escape. */
const readable = ({ located, text }: Document): string =>
  located.pointers === undefined
    ? text
    : text.replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * Returns the type with the currency that is named near a passage: in its label, header or row, or in its JSON object.
 * If two currencies are named, no currency is assumed.
 */
export function settledBeside(
  document: Document,
  type: SettledType,
  { place, label = [] }: { readonly place: TextSpan; readonly label?: readonly string[] },
): SettledType {
  if (type.kind !== 'money') return type;
  const named = new Set([
    ...label.flatMap((text) => [...currenciesIn(text, type)]),
    ...namedBeside(document, place, type),
  ]);
  return named.size === 0 ? type : withCurrency(type, named);
}

function withCurrency({ kind, currencies, inMultiples: multiples }: MoneyType, named: ReadonlySet<string>): MoneyType {
  const [only] = named;
  const type = { kind, currencies, ...(multiples === undefined ? {} : { inMultiples: multiples }) };
  return only !== undefined && named.size === 1 ? { ...type, currency: only } : type;
}

/**
 * Returns the currencies that the document states for its amounts, as in `Para birimi: EUR`, a column `Currency`, a
 * member `currency` or a heading `Charges (EUR)`.
 */
function saidIn(document: Document, type: MoneyType): ReadonlySet<string> {
  const { located, text } = document;
  const fields = labelPlaces(document, { labels }).flatMap((label) => {
    const field = fieldAt(document, label);
    const skipped = leadIn(text.slice(label.end, field.end));
    const beside = text.slice(label.end + skipped.length, field.end);
    return beside.trim() === '' ? neighbours(field).map(({ start, end }) => text.slice(start, end)) : [beside];
  });
  const members = Object.entries(located.pointers ?? {}).flatMap(([pointer, { start, end }]) =>
    keys.has(folded(pointer.split('/').at(-1) ?? '').replaceAll(/[ ._-]/g, '')) ? [text.slice(start, end)] : [],
  );
  const headings = [...text.matchAll(heading)].flatMap(([, currency = '']) => currency);
  return new Set([...fields, ...members, ...headings].flatMap((one) => currencyAlone(one, type) ?? []));
}

/** Matches a line without digits that ends in brackets, such as `Charges (EUR)`. */
const heading = /^[^\d\n\r()]{2,60}\(([^()\n\r]{1,16})\)[ \t]*$/gmu;

function neighbours(field: Field): readonly Field[] {
  const right = field.right();
  const found = right ? [right] : [];
  for (let below = field.below(); below && found.length < maxRows; below = below.below()) found.push(below);
  return found;
}
const maxRows = 1000;
