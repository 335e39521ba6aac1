import { XmlCdata, XmlText } from '@rgrove/parse-xml';
import type { LocatedElement } from '../../../contract/rows/located-text.ts';
import { SourceRefused } from '../source-refused.ts';
import { textLimits, tooLarge, type TextBuilder } from '../text-builder.ts';
import { childrenOf, localName, textIn, type Element } from '../xml.ts';
import { shownText } from './shown-text.ts';

/** An element has fewer attributes and a shorter path in every known syntax. */
const maxAttributes = 64;
const maxPath = 1000;
/** Extensions and signatures are for machines. An embedded file has `mimeCode` and becomes a source of its own. */
const skipped = new Set(['UBLExtensions', 'Signature']);
export const isFile = ({ attributes }: Element): boolean => attributes['mimeCode'] !== undefined;

/**
 * Appends an XML tree to the text: one line for each element, with its name and its value, indented by its depth.
 * Returns the elements that have a value.
 */
export class Tree {
  readonly #builder: TextBuilder;
  readonly #found = new Map<Element, LocatedElement[]>();
  #open: LocatedElement[][] = [];
  #count = 0;

  constructor(builder: TextBuilder) {
    this.#builder = builder;
  }

  /** Appends an element and everything inside it. @param roots elements whose paths begin at themselves */
  add(root: Element, roots: ReadonlySet<Element>): ReadonlyMap<Element, readonly LocatedElement[]> {
    this.#add(root, '', { name: localName(root.name), depth: 0, roots });
    return this.#found;
  }

  #add(element: Element, parent: string, { name, depth, roots }: Place): void {
    if (skipped.has(localName(element.name)) || isFile(element)) return;
    const isRoot = roots.has(element);
    const path = isRoot ? `/${localName(element.name)}` : `${parent}/${name}`;
    if (path.length > maxPath)
      throw new SourceRefused('source.bomb', `the path of an element of the XML has more than ${maxPath} characters`);
    if (isRoot) this.#open.push(this.#found.set(element, []).get(element) ?? []);
    this.#line(element, path, depth);
    const children = childrenOf(element);
    for (const [child, childName] of numbered(children))
      this.#add(child, path, { name: childName, depth: depth + 1, roots });
    if (isRoot) this.#open.pop();
  }

  #line(element: Element, path: string, depth: number): void {
    const attributes = attributesOf(element);
    const value = childrenOf(element).length === 0 ? shownText(textIn(element), attributes) : ownText(element);
    this.#builder.append(`${' '.repeat(2 * depth)}${localName(element.name)}${value === '' ? '' : ': '}`);
    const span = this.#builder.append(value);
    this.#builder.append('\n');
    if (value === '') return;
    this.#count += 1;
    if (this.#count > textLimits.spans)
      throw tooLarge(`the XML has more than ${textLimits.spans} elements with a text`);
    const more = Object.keys(attributes).length === 0 ? {} : { attributes };
    this.#open.at(-1)?.push({ path, ...span, ...more });
  }
}

interface Place {
  readonly name: string;
  readonly depth: number;
  readonly roots: ReadonlySet<Element>;
}

/** Returns each element with its name, and with its number if several elements have the name. */
function numbered(elements: readonly Element[]): readonly (readonly [Element, string])[] {
  const counts = new Map<string, number>();
  for (const { name } of elements) counts.set(localName(name), (counts.get(localName(name)) ?? 0) + 1);
  const seen = new Map<string, number>();
  return elements.map((element) => {
    const name = localName(element.name);
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return [element, (counts.get(name) ?? 0) > 1 ? `${name}[${number}]` : name];
  });
}

/** Returns the attributes without the namespace declarations. @throws SourceRefused `source.bomb` */
function attributesOf({ attributes }: Element): Readonly<Record<string, string>> {
  const all = Object.entries(attributes).filter(([name]) => !/^xmlns(?::|$)/.test(name));
  if (all.length > maxAttributes)
    throw new SourceRefused('source.bomb', `an element of the XML has more than ${maxAttributes} attributes`);
  return Object.fromEntries(all.map(([name, value]) => [localName(name), value.toWellFormed()]));
}

/** Returns the text between the child elements of an element. */
const ownText = ({ children }: Element): string =>
  children
    .map((child) => (child instanceof XmlText || child instanceof XmlCdata ? child.text.trim() : ''))
    .filter((text) => text !== '')
    .join(' ');
