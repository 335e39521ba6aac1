import { sheetNumber } from './xlsx-number.ts';

type Parts = ReadonlyMap<string, Uint8Array>;

/** In brackets, as a sign, or as letters between quotes or behind a backslash (ECMA-376, 18.8.31). */
const inBrackets = /\[\$([^\]-]+)(?:-[^\]]*)?\]/;
const asSign = /\p{Sc}/u;
const inQuotes = /"\s*(TL|[A-Z]{3})\s*"|((?:\\[A-Z]){2,3})/;
/** Of a number with nothing but its value; what a formula came to stands in `v` too. */
const numberCell =
  /<((?:\w+:)?)c\b([^>]*?)>((?:(?!<\/?(?:\w+:)?c\b)[\s\S])*?)<(?:\w+:)?v>(-?[\d.]+(?:[eE][+-]?\d+)?)<\/(?:\w+:)?v>\s*<\/\1c>/g;

/**
 * The parts of a workbook with the currency of a number's format as text behind the number: the library that reads them
 * leaves the format away, and an amount without its currency is another.
 */
export function withCurrencies(parts: Parts): Parts {
  const styles = parts.get('xl/styles.xml');
  const currencies = styles ? currenciesOf(textOf(styles)) : [];
  if (currencies.every((one) => one === undefined)) return parts;
  return new Map(
    [...parts].map(([name, bytes]) =>
      /^xl\/worksheets\/[^/]+\.xml$/i.test(name)
        ? [name, Buffer.from(marked(textOf(bytes), currencies))]
        : [name, bytes],
    ),
  );
}

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');

function marked(sheet: string, currencies: readonly (string | undefined)[]): string {
  return sheet.replaceAll(numberCell, (cell, prefix: string, attributes: string, _inside: string, number: string) => {
    const currency = currencies[Number(attributeOf(attributes, 's') ?? 0)];
    const type = attributeOf(attributes, 't') ?? 'n';
    if (currency === undefined || type !== 'n') return cell;
    const kept = attributes.replace(/\st\s*=\s*(?:"[^"]*"|'[^']*')/, '');
    return `<${prefix}c${kept} t="inlineStr"><${prefix}is><${prefix}t>${sheetNumber(number)} ${currency}</${prefix}t></${prefix}is></${prefix}c>`;
  });
}

/** By the number of a cell's style. */
function currenciesOf(styles: string): readonly (string | undefined)[] {
  const formats = new Map(
    [...styles.matchAll(/<(?:\w+:)?numFmt\b([^>]*)>/g)].map(([, attributes = '']) => [
      attributeOf(attributes, 'numFmtId'),
      currencyIn(attributeOf(attributes, 'formatCode') ?? ''),
    ]),
  );
  const [, cells = ''] = /<(?:\w+:)?cellXfs\b[^>]*>([\s\S]*?)<\/(?:\w+:)?cellXfs>/.exec(styles) ?? [];
  return [...cells.matchAll(/<(?:\w+:)?xf\b([^>]*)>/g)].map(([, attributes = '']) =>
    formats.get(attributeOf(attributes, 'numFmtId')),
  );
}

function currencyIn(format: string): string | undefined {
  const code = format.replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const [, bracketed] = inBrackets.exec(code) ?? [];
  const [sign] = asSign.exec(code.replaceAll(/\[[^\]]*\]/g, '')) ?? [];
  const [, quoted, escaped] = inQuotes.exec(code) ?? [];
  const found = (bracketed ?? sign ?? quoted ?? escaped?.replaceAll('\\', ''))?.trim();
  // It is put into XML.
  return found === undefined || found === '' || /[<>&]/.test(found) ? undefined : found;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const [, double, single] =
    new RegExp(String.raw`(?:^|\s)${name}\s*=\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return double ?? single;
}
