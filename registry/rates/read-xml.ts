import { parseXml, XmlElement } from '@rgrove/parse-xml';
import { RatesRefused } from './refused.ts';

/** Size limit. The whole history of the European Central Bank has less than 10 MB. */
export const maxBytes = 16 * 1024 * 1024;

const download = 'Download the file again from its publisher';
const encodings = new Map([
  ['utf-8', 'utf-8'],
  ['iso-8859-9', 'iso-8859-9'],
  ['windows-1254', 'windows-1254'],
]);

/**
 * Returns the root of an XML document. It refuses a document with a document type. Rate files do not have a document
 * type, and a document type could define harmful entities.
 * @throws RatesRefused
 */
export function readXml(bytes: Uint8Array): XmlElement {
  if (bytes.byteLength > maxBytes)
    throw new RatesRefused(`the file has more than ${maxBytes} bytes`, 'Import a file with fewer days');
  const text = decoded(bytes);
  if (/<!DOCTYPE/i.test(text))
    throw new RatesRefused('the file has a document type (DOCTYPE), which is not allowed', download);
  try {
    const { root } = parseXml(text);
    if (root) return root;
  } catch (error) {
    // An XML tree with too many levels overflows the stack and is refused too. No publisher has such a file.
    const [reason = 'is not XML'] = error instanceof Error ? error.message.split('\n') : [];
    throw new RatesRefused(`the file is not well-formed XML: ${reason}`, download, error);
  }
  throw new RatesRefused('the file has no element', download);
}

function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const named = /^[^<]*<\?xml[^>]*\sencoding=["']([\w.-]+)["']/.exec(head)?.[1]?.toLowerCase() ?? 'utf-8';
  const encoding = encodings.get(named);
  if (encoding === undefined)
    throw new RatesRefused(
      `the file has the encoding ${named}; allowed are ${[...encodings.keys()].join(', ')}`,
      download,
    );
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    throw new RatesRefused(
      `the file declares the encoding ${encoding}, but its bytes are not valid ${encoding}`,
      download,
      error,
    );
  }
}

/** Returns the child elements with this local name. */
export const elements = (parent: XmlElement, name: string): readonly XmlElement[] =>
  parent.children
    .filter((child) => child instanceof XmlElement)
    .filter((child) => child.name.replace(/^.*:/, '') === name);
