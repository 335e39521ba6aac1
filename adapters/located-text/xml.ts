import { parseXml, XmlCdata, XmlElement, XmlText } from '@rgrove/parse-xml';
import { decode, markedCharset } from './charset.ts';
import { SourceRefused } from './source-refused.ts';
import { tooLarge } from './text-builder.ts';

export type Element = XmlElement;

/** Real documents are less deeply nested. A deeper tree could overflow the stack of a recursive walk. */
const maxDepth = 256;
const maxElements = 1_500_000;

/**
 * Parses XML and returns its root element. The charset is that of the byte order mark, or else `charset`, or else the
 * one that the XML declares, or else UTF-8 (RFC 7303, 3). A document type declaration is refused, so there are no
 * entities but the five predefined ones of XML, and nothing outside the file is read.
 * @throws SourceRefused `source.corrupt`, `source.bomb`, `source.too_large`, `source.unsupported`
 */
export function xmlOf(bytes: Uint8Array, charset?: string): Element {
  const text = decode(bytes, charset ?? declaredIn(bytes));
  mustNestWithin(text);
  try {
    const { root } = parseXml(text);
    if (root) return root;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  throw new SourceRefused('source.corrupt', 'a part of the document is not valid XML');
}

function declaredIn(bytes: Uint8Array): string | undefined {
  if (markedCharset(bytes)) return undefined;
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  // UTF-16 without a byte order mark is recognised by the zero byte of its `<` (XML 1.0, appendix F).
  if (start.startsWith('<\u0000')) return 'utf-16le';
  if (start.startsWith('\u0000<')) return 'utf-16be';
  return /^<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{1,40})["']/.exec(start)?.[1];
}

function mustNestWithin(text: string): void {
  let depth = 0;
  let count = 0;
  for (const { 0: tag } of text.matchAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(?:[^<>"']|"[^"]*"|'[^']*')*>/g)) {
    if (tag.startsWith('<!--') || tag.startsWith('<![') || tag.startsWith('<?')) continue;
    if (tag.startsWith('<!'))
      throw new SourceRefused('source.unsupported', 'the XML has a document type declaration. Send it without one');
    if (tag.startsWith('</')) depth -= 1;
    else {
      count += 1;
      if (!tag.endsWith('/>')) depth += 1;
    }
    if (depth > maxDepth)
      throw new SourceRefused('source.bomb', `the XML of the document is nested more than ${maxDepth} levels deep`);
    if (count > maxElements) throw tooLarge(`the XML of the document has more than ${maxElements} elements`);
  }
}

/** Returns the name of an element or attribute without its namespace prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export const childrenOf = ({ children }: Element): readonly Element[] =>
  children.filter((child): child is XmlElement => child instanceof XmlElement);

/** Returns the child elements with this name, whatever their namespace prefix. */
export const named = (element: Element | undefined, name: string): readonly Element[] =>
  element === undefined ? [] : childrenOf(element).filter((child) => localName(child.name) === name);

export const first = (element: Element | undefined, name: string): Element | undefined => named(element, name)[0];

export function attribute({ attributes }: Element, name: string): string | undefined {
  const own = attributes[name];
  if (own !== undefined) return own;
  const key = Object.keys(attributes).find((one) => localName(one) === name);
  return key === undefined ? undefined : attributes[key];
}

/** Returns the text of an element and of all elements inside it. */
export const textIn = (element: Element): string =>
  element.children
    .map((child) => {
      if (child instanceof XmlText || child instanceof XmlCdata) return child.text;
      return child instanceof XmlElement ? textIn(child) : '';
    })
    .join('');

/** Reads a flag in any legal spelling (ECMA-376, ST_OnOff and xsd:boolean). A flag without a value is on. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || /^(?:1|true|on)$/i.test(value.trim());
