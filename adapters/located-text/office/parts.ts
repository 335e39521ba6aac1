import { posix } from 'node:path';
import { unfolded } from '../archive.ts';
import { mustBeArchive } from '../magic.ts';
import { SourceRefused } from '../source-refused.ts';
import { attribute, childrenOf, xmlOf, type Element } from '../xml.ts';

export interface Relation {
  readonly id: string;
  /**
   * The last segment of the relation's type, such as `worksheet`. The segments before it differ between transitional
   * and strict documents.
   */
  readonly type: string;
  readonly target: string;
}

/** An Office document (ECMA-376): its parts as XML, and the relations between them. */
export interface Package {
  /** The name of the part with the document's content. */
  readonly main: string;
  has(name: string): boolean;
  part(name: string): Element;
  relationsOf(name: string): readonly Relation[];
}

/**
 * Opens a document by its relations, as Office does, because the name of the main part is not fixed.
 * @param root the root element that the main part must have, such as `workbook`
 * @throws SourceRefused
 */
export function opened(bytes: Uint8Array, root: string): Package {
  mustBeArchive(bytes);
  const files = new Map([...unfolded(bytes)].map(([name, content]) => [keyOf(name), content] as const));
  const has = (name: string): boolean => files.has(keyOf(name));
  const part = (name: string): Element => {
    const content = files.get(keyOf(name));
    if (content === undefined)
      throw new SourceRefused('source.corrupt', 'the document refers to a part that the archive does not contain');
    return xmlOf(content);
  };
  const relationsOf = (name: string): readonly Relation[] => {
    const folder = posix.dirname(name);
    const file = posix.join(folder, '_rels', `${posix.basename(name)}.rels`);
    return has(file) ? childrenOf(part(file)).flatMap((one) => relationOf(one, folder)) : [];
  };
  const main = relationsOf('').find(({ type }) => type === 'officeDocument')?.target ?? usual[root];
  if (main === undefined || !has(main) || local(part(main)) !== root) {
    throw new SourceRefused(
      'source.media_type_mismatch',
      `the bytes are an archive without a main part of type ${root}`,
    );
  }
  return { main, has, part, relationsOf };
}

/** The name of the main part in a document that has no relations. */
const usual: Readonly<Record<string, string>> = { document: 'word/document.xml', workbook: 'xl/workbook.xml' };

/** Names of parts are compared without case (ECMA-376-2, 6.2.2.3). */
const keyOf = (name: string): string => name.replace(/^\/+/, '').replaceAll('\\', '/').toLowerCase();

const local = ({ name }: Element): string => name.slice(name.indexOf(':') + 1);

function relationOf(element: Element, folder: string): readonly Relation[] {
  const [id, type, target] = ['Id', 'Type', 'Target'].map((name) => attribute(element, name));
  // A target outside the file is ignored and never fetched.
  if (
    id === undefined ||
    type === undefined ||
    target === undefined ||
    attribute(element, 'TargetMode') === 'External'
  ) {
    return [];
  }
  const name = target.startsWith('/') ? target.slice(1) : posix.join(folder === '.' ? '' : folder, target);
  return [{ id, type: type.slice(type.lastIndexOf('/') + 1), target: name }];
}
