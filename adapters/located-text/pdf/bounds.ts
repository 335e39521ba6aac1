import { constants, inflateSync } from 'node:zlib';
import { SourceRefused } from '../source-refused.ts';
import { tooLarge } from '../text-builder.ts';

/**
 * Limits of the bytes of one stream, of the bytes of all streams, of the number of objects, and of the number of
 * filters of one stream. A document of 2,000 pages is far below them.
 */
const limits = { streamBytes: 64 * 1024 * 1024, allBytes: 256 * 1024 * 1024, objects: 500_000, filters: 4 } as const;

const maxDictionary = 4096;
const beginning = /stream\r?\n/g;
const object = /\d\s+obj\b/g;

/**
 * Checks, before the library opens a PDF, that its streams unpack to an acceptable size. Each stream is unpacked within
 * limits and discarded. Images are skipped, because nothing reads them. Only Deflate is unpacked here. Data behind any
 * other filter is limited only by the memory of the process.
 * @returns `hasMasks`: true if an image of the file may be transparent
 * @throws SourceRefused `source.bomb`, `source.too_large`
 */
export function mustUnfoldWithin(bytes: Uint8Array): { readonly hasMasks: boolean } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = file.toString('latin1');
  let objects = text.match(object)?.length ?? 0;
  let total = 0;
  let hasMasks = false;
  for (const { 0: begin, index } of text.matchAll(beginning)) {
    if (text.slice(index - 3, index) === 'end') continue;
    const dictionary = dictionaryBefore(text, index);
    objects += countOf(dictionary);
    if (objects > limits.objects) throw tooLarge(`the PDF has more than ${limits.objects} objects`);
    if (/\/Subtype\s*\/Image\b/.test(dictionary)) {
      hasMasks ||= /\/S?Mask\b/.test(dictionary);
      continue;
    }
    const from = index + begin.length;
    const end = text.indexOf('endstream', from);
    total += unfoldedBytes(file.subarray(from, end === -1 ? undefined : end), dictionary);
    if (total > limits.allBytes) throw bomb(limits.allBytes);
  }
  return { hasMasks };
}

const bomb = (bytes: number): SourceRefused =>
  new SourceRefused('source.bomb', `the streams of the PDF unpack to more than ${bytes / 1024 / 1024} MB`);

function dictionaryBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - maxDictionary), at);
  return before.slice(Math.max(0, before.lastIndexOf(' obj')));
}

/** Returns the number of objects inside an object stream. Zero for other streams. */
const countOf = (dictionary: string): number =>
  /\/Type\s*\/ObjStm\b/.test(dictionary) ? Number(/\/N\s+(\d{1,9})/.exec(dictionary)?.[1] ?? 0) : 0;

function unfoldedBytes(packed: Buffer, dictionary: string): number {
  const filters = /\/Filter\s*(\[[^\]]*\]|\/\w+)/.exec(dictionary)?.[1]?.match(/\w+/g) ?? [];
  if (filters.length > limits.filters)
    throw new SourceRefused('source.bomb', `a stream of the PDF has more than ${limits.filters} filters`);
  let content = packed;
  for (const filter of filters) {
    if (!/^(?:FlateDecode|Fl)$/.test(filter)) break;
    const unfolded = inflated(content);
    if (unfolded === undefined) break;
    content = unfolded;
  }
  return content.byteLength;
}

/**
 * Unpacks a stream. Undefined if it is not Deflate data, for example because the document is encrypted.
 * @throws SourceRefused `source.bomb`
 */
function inflated(packed: Buffer): Buffer | undefined {
  try {
    return inflateSync(packed, { maxOutputLength: limits.streamBytes, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    if (error instanceof RangeError) throw bomb(limits.streamBytes);
    return undefined;
  }
}
