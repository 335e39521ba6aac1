import { crc32, inflateRawSync } from 'node:zlib';
import { SourceRefused } from './source-refused.ts';

/**
 * Limits of an archive. A document made by people has at most 2 000 files, unpacks to less than 100 MB, and has no
 * large file that unpacks to 100 times its size.
 */
const limits = { entries: 2000, unfoldedBytes: 100 * 1024 * 1024, ratio: 100, smallBytes: 1024 * 1024 } as const;

const corrupt = (detail: string): SourceRefused => new SourceRefused('source.corrupt', detail);
const bomb = (detail: string): SourceRefused => new SourceRefused('source.bomb', detail);

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: Buffer;
  readonly size: number;
}

/**
 * Unpacks a ZIP archive (APPNOTE 6.3) within limits, and returns its files by name. The sizes in the archive's
 * directory are checked before anything is unpacked, and then compared with the unpacked bytes.
 * @throws SourceRefused `source.corrupt`, `source.bomb`, `source.encrypted`
 */
export function unfolded(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const entries = entriesOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > limits.unfoldedBytes)
    throw bomb(`the archive unpacks to more than ${limits.unfoldedBytes / 1024 / 1024} MB`);
  for (const { size, packed } of entries) {
    if (size > limits.smallBytes && size > packed.byteLength * limits.ratio) {
      throw bomb(`a file in the archive unpacks to more than ${limits.ratio} times its size`);
    }
  }
  return new Map(entries.map((entry) => [entry.name, contentOf(entry)]));
}

function entriesOf(zip: Buffer): readonly Entry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  if (end < 0 || end + 22 > zip.byteLength) throw corrupt('the archive has no directory of its files');
  const count = zip.readUInt16LE(end + 10);
  if (count > limits.entries) throw bomb(`the archive has more than ${limits.entries} files`);
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  try {
    for (let i = 0; i < count; i++) {
      if (zip.readUInt32LE(at) !== 0x02014b50) throw corrupt('the directory of the archive is malformed');
      if ((zip.readUInt16LE(at + 8) & 1) === 1)
        throw new SourceRefused('source.encrypted', 'a file in the archive has a password');
      entries.push(entryAt(zip, at));
      at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch (error) {
    if (error instanceof RangeError) throw corrupt('the archive ends too early');
    throw error;
  }
  return entries;
}

function entryAt(zip: Buffer, at: number): Entry {
  const local = zip.readUInt32LE(at + 42);
  if (zip.readUInt32LE(local) !== 0x04034b50)
    throw corrupt('a file in the archive is not at the place that the directory names');
  const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
  const packedBytes = zip.readUInt32LE(at + 20);
  if (start + packedBytes > zip.byteLength) throw corrupt('the archive ends too early');
  return {
    name: zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)),
    method: zip.readUInt16LE(at + 10),
    packed: zip.subarray(start, start + packedBytes),
    size: zip.readUInt32LE(at + 24),
  };
}

function contentOf({ method, packed, size }: Entry): Uint8Array {
  if (method === 0 && packed.byteLength === size) return packed;
  if (method !== 8) throw corrupt('a file in the archive uses a compression other than Deflate');
  try {
    const content = inflateRawSync(packed, { maxOutputLength: Math.max(size, 1) });
    if (content.byteLength === size) return content;
  } catch (error) {
    if (error instanceof RangeError) throw bomb('a file in the archive unpacks to more bytes than the directory names');
  }
  throw corrupt('a file in the archive cannot be unpacked');
}

/**
 * Writes a ZIP archive without compression. A library that reads it has nothing to unpack, so it cannot exceed the
 * limits.
 */
export function stored(files: ReadonlyMap<string, Uint8Array>): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const label = Buffer.from(name);
    const head = Buffer.alloc(26);
    // The fields are: version 2.0, names in UTF-8, no compression, no time.
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(0x0800, 2);
    head.writeUInt32LE(crc32(content), 10);
    head.writeUInt32LE(content.byteLength, 14);
    head.writeUInt32LE(content.byteLength, 18);
    head.writeUInt16LE(label.byteLength, 22);
    locals.push(Buffer.from('PK\u0003\u0004', 'latin1'), head, label, Buffer.from(content));
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), head, tail, label);
    offset += 4 + head.byteLength + label.byteLength + content.byteLength;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(listed.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, listed, end]);
}
