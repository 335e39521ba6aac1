import { parseXml, XmlCdata, XmlElement, XmlText } from '@rgrove/parse-xml';
import { decode, markedCharset } from './charset.ts';
import { SourceRefused } from './source-refused.ts';
import { tooLarge } from './text-builder.ts';

export type Element = XmlElement;

/** Deeper is no document, and a walk of it would end the stack of what reads it. */
const maxDepth = 256;
const maxElements = 1_500_000;

/**
 * XML to its root. Charset by its mark, else as it declares, else UTF-8. Nothing outside of it is read, and no entity but the
 * five of XML unfolds.
 * @throws SourceRefused `source.corrupt`, `source.bomb`, `source.too_large`
 */
export function xmlOf(bytes: Uint8Array, what: string): Element {
  const text = decode(bytes, declaredIn(bytes));
  mustNestWithin(text);
  try {
    const { root } = parseXml(text);
    if (root) return root;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  throw new SourceRefused('source.corrupt', `${what} is no XML`);
}

function declaredIn(bytes: Uint8Array): string | undefined {
  if (markedCharset(bytes)) return undefined;
  const start = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  // Without a mark UTF-16 shows itself by the zero byte of its `<` (XML 1.0, appendix F).
  if (start.startsWith('<\u0000')) return 'utf-16le';
  if (start.startsWith('\u0000<')) return 'utf-16be';
  return /^<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w-]{1,40})["']/.exec(start)?.[1];
}

function mustNestWithin(text: string): void {
  let depth = 0;
  let count = 0;
  for (const { 0: tag } of text.matchAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<(?:[^<>"']|"[^"]*"|'[^']*')*>/g)) {
    if (tag.startsWith('<!') || tag.startsWith('<?')) continue;
    if (tag.startsWith('</')) depth -= 1;
    else {
      count += 1;
      if (!tag.endsWith('/>')) depth += 1;
    }
    if (depth > maxDepth) throw new SourceRefused('source.bomb', `XML nested over ${maxDepth} levels`);
    if (count > maxElements) throw tooLarge(`over ${maxElements} elements of XML`);
  }
}

/** The name of an element or an attribute without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

export const childrenOf = ({ children }: Element): readonly Element[] =>
  children.filter((child): child is XmlElement => child instanceof XmlElement);

/** Children of a name, whatever the prefix of their namespace. */
export const named = (element: Element | undefined, name: string): readonly Element[] =>
  element === undefined ? [] : childrenOf(element).filter((child) => localName(child.name) === name);

export const first = (element: Element | undefined, name: string): Element | undefined => named(element, name)[0];

export function attribute({ attributes }: Element, name: string): string | undefined {
  const own = attributes[name];
  if (own !== undefined) return own;
  const key = Object.keys(attributes).find((one) => localName(one) === name);
  return key === undefined ? undefined : attributes[key];
}

/** The text of an element and of all in it. */
export const textIn = (element: Element): string =>
  element.children
    .map((child) => {
      if (child instanceof XmlText || child instanceof XmlCdata) return child.text;
      return child instanceof XmlElement ? textIn(child) : '';
    })
    .join('');

/** A flag in every legal spelling (ECMA-376, ST_OnOff and xsd:boolean); one that is there without a value is on. */
export const isOn = (value: string | undefined): boolean =>
  value === undefined || /^(?:1|true|on)$/i.test(value.trim());
