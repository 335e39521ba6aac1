import type { LocatedStructure } from '../../../contract/rows/located-text.ts';
import type { Locate, Located } from '../located.ts';
import { mustBeText } from '../magic.ts';
import { TextBuilder } from '../text-builder.ts';
import { markedCharset } from '../charset.ts';
import { xmlOf, type Element } from '../xml.ts';
import { filesIn } from './files-in.ts';
import { invoicesIn, rootNamespace } from './invoices-in.ts';
import { Tree } from './tree.ts';

/**
 * Reads an XML document as a tree: a line for each element. The invoices in it become structures, or else the whole
 * document does. Files that it embeds become sources of their own.
 */
export const xmlSource: Locate = (bytes, { charset }) => {
  mustBeText(bytes, (markedCharset(bytes) ?? '').startsWith('utf-16') || bytes[0] === 0 || bytes[1] === 0);
  const root = xmlOf(bytes, charset);
  const builder = new TextBuilder();
  const structures = addXml(builder, root, '');
  return { ...builder.build(), structures, parts: filesIn(root) };
};

/** Appends an XML document as a tree. @param name the name of the file that contains it */
export function addXml(builder: TextBuilder, root: Element, name: string): NonNullable<Located['structures']> {
  const invoices = new Map(invoicesIn(root));
  const roots = invoices.size === 0 ? new Map([[root, rootNamespace(root)]]) : invoices;
  const elements = new Tree(builder).add(root, new Set(roots.keys()));
  return [...roots].map(([one, namespace]): LocatedStructure => ({
    name,
    namespace,
    elements: elements.get(one) ?? [],
  }));
}
