import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { stored } from '../../../adapters/located-text/archive.ts';
import { extractors } from '../../../adapters/located-text/extractors.ts';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import { SourceRefused } from '../../../adapters/located-text/source-refused.ts';
import { docxOf, xlsxOf } from '../../support/documents/office.ts';
import { encryptedPdf, pdfOf } from '../../support/documents/pdf.ts';

const hash = 'a'.repeat(64);
const office = 'application/vnd.openxmlformats-officedocument';
const word = `${office}.wordprocessingml.document`;
const sheet = `${office}.spreadsheetml.sheet`;

const kindOf = async (bytes: Uint8Array, mediaType: string): Promise<string> => {
  try {
    await locateSource(bytes, hash, mediaType);
    return 'located';
  } catch (error) {
    if (error instanceof SourceRefused) return error.kind;
    throw error;
  }
};

/** An archive whose directory says what it likes of one file of zeroes. */
function zipOf(name: string, content: Buffer, says: number = content.byteLength): Buffer {
  const packed = deflateRawSync(content);
  const zip = stored(new Map([[name, packed]]));
  const directory = zip.indexOf(Buffer.from('PK\u0001\u0002', 'latin1'));
  for (const [at, method] of [
    [8, 8],
    [directory + 10, 8],
  ] as const) {
    zip.writeUInt16LE(method, at);
  }
  zip.writeUInt32LE(says, 22);
  zip.writeUInt32LE(says, directory + 24);
  return zip;
}

const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(512)]);
const withPassword = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]);

describe('a source that has no text is refused by kind', () => {
  it.for<[what: string, kind: string, bytes: Uint8Array, mediaType: string]>([
    ['a PDF cut in half', 'source.corrupt', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type'), 'application/pdf'],
    ['a DOCX cut in half', 'source.corrupt', docxOf(['x']).subarray(0, 400), word],
    [
      'a DOCX with a part that is not UTF-8',
      'source.corrupt',
      stored(new Map([['word/document.xml', Buffer.from('<a>\u00dd</a>', 'latin1')]])),
      word,
    ],
    ['JSON that ends too early', 'source.corrupt', Buffer.from('{"a":'), 'application/json'],
    ['JSON that names a member twice', 'source.corrupt', Buffer.from('{"a":1,"a":2}'), 'application/json'],
    [
      'JSON nested 20 000 deep',
      'source.bomb',
      Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)),
      'application/json',
    ],
    ['CSV with a quote that never closes', 'source.corrupt', Buffer.from('a,b\n"c,d'), 'text/csv'],
    ['Turkish of another charset than it says', 'source.corrupt', Buffer.from([0x49, 0xfd, 0xfe]), 'text/plain'],
    ['a PDF with a password', 'source.encrypted', encryptedPdf(), 'application/pdf'],
    ['a DOCX with a password', 'source.encrypted', withPassword, word],
    ['a text that says it is a PDF', 'source.media_type_mismatch', Buffer.from('Merhaba'), 'application/pdf'],
    ['a PDF that says it is a text', 'source.media_type_mismatch', pdfOf([['x']]), 'text/plain'],
    ['an XLSX that says it is a DOCX', 'source.media_type_mismatch', xlsxOf('S', [['x']]), word],
    ['a DOC of old that says it is a DOCX', 'source.media_type_mismatch', ole, word],
    [
      'a text that says it is an e-mail',
      'source.media_type_mismatch',
      Buffer.from('Merhaba, nasılsınız'),
      'message/rfc822',
    ],
    ['a picture', 'source.unsupported', Buffer.from([0xff, 0xd8]), 'image/jpeg'],
    ['a PDF without a letter', 'source.unsupported', pdfOf([[]]), 'application/pdf'],
    ['a charset that nobody knows', 'source.unsupported', Buffer.from('x'), 'text/plain; charset=klingon'],
    ['a name of Object', 'source.unsupported', Buffer.from('x'), 'constructor/prototype'],
    ['a file over 20 MB', 'source.too_large', Buffer.alloc(20 * 1024 * 1024 + 1, 'x'), 'text/plain'],
    ['a text of 20 MB', 'source.too_large', Buffer.alloc(20 * 1024 * 1024, 'x'), 'text/plain'],
    ['a table of a million cells', 'source.too_large', Buffer.from('a,b\n'.repeat(500_000)), 'text/csv'],
    ['a bomb', 'source.bomb', zipOf('word/document.xml', Buffer.alloc(90 * 1024 * 1024)), word],
    [
      'a bomb that says it is small',
      'source.bomb',
      zipOf('word/document.xml', Buffer.alloc(90 * 1024 * 1024), 1000),
      word,
    ],
    [
      'an archive of 3 000 files',
      'source.bomb',
      stored(new Map(Array.from({ length: 3000 }, (_, i) => [`${i}`, Buffer.from('x')]))),
      sheet,
    ],
    ['HTML nested 5 000 deep', 'source.bomb', Buffer.from('<div>'.repeat(5000)), 'text/html'],
  ])('%s: %s', async ([, kind, bytes, mediaType]) => {
    expect(await kindOf(bytes, mediaType)).toBe(kind);
  });

  it('is refused without a line of the library that reads it, which a terminal would show', async () => {
    const lines: unknown[] = [];
    const methods = ['log', 'info', 'warn', 'error'] as const;
    const spies = methods.map((name) => vi.spyOn(console, name).mockImplementation((line) => void lines.push(line)));
    const broken = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n99\n%%EOF\n');
    await expect(locateSource(broken, hash, 'application/pdf')).rejects.toMatchObject({ kind: 'source.corrupt' });
    for (const spy of spies) spy.mockRestore();
    expect(lines).toEqual([]);
  });

  it('says nothing of what stands in the file', async () => {
    const secret = 'TCKN 10000000146';
    for (const [bytes, mediaType] of [
      [Buffer.from(`{"a": ${secret}`), 'application/json'],
      [Buffer.from(`"${secret}`), 'text/csv'],
      [Buffer.from(secret), 'application/pdf'],
    ] as const) {
      await expect(locateSource(bytes, hash, mediaType)).rejects.not.toThrow(/TCKN|1000/);
    }
  });

  it.each([
    ['windows-1254', [0xdd, 0xfd, 0xde, 0xfe, 0xd0, 0xf0]],
    ['iso-8859-9', [0xdd, 0xfd, 0xde, 0xfe, 0xd0, 0xf0]],
  ])('Turkish in %s is read where it is declared', async (charset, bytes) => {
    const { text } = await locateSource(Buffer.from(bytes), hash, `text/plain; charset=${charset}`);
    expect(text.text).toBe('İıŞşĞğ');
  });

  it('a page may declare its charset itself', async () => {
    const bytes = Buffer.concat([Buffer.from('<meta charset="windows-1254"><p>'), Buffer.from([0xdd, 0xfd])]);
    expect((await locateSource(bytes, hash, 'text/html')).text.text).toBe('İı\n');
  });
});

describe('an extractor’s version', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')));

  it('names the libraries behind it as they are installed: another library is another text', () => {
    for (const { extractor, version } of Object.values(extractors)) {
      for (const named of version.split('+').slice(1)) {
        const [, library = '', installed] = /^(.+)-(\d+\.\d+\.\d+)$/.exec(named) ?? [];
        expect(dependencies[library], extractor).toBe(installed);
      }
    }
  });

  it('is the same for one extractor, whatever media type it serves', () => {
    const versions = Map.groupBy(Object.values(extractors), ({ extractor }) => extractor);
    for (const rows of versions.values()) expect(new Set(rows.map(({ version }) => version)).size).toBe(1);
  });
});
