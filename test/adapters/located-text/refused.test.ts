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

/** Makes an archive of one file whose directory may state another size than the file has. */
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

describe('Sources that are refused', () => {
  it.for<[what: string, kind: string, bytes: Uint8Array, mediaType: string]>([
    ['a PDF cut in half', 'source.corrupt', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type'), 'application/pdf'],
    ['a DOCX cut in half', 'source.corrupt', docxOf(['x']).subarray(0, 400), word],
    [
      'a DOCX with a part that is not UTF-8',
      'source.corrupt',
      stored(new Map([['word/document.xml', Buffer.from('<a>\u00dd</a>', 'latin1')]])),
      word,
    ],
    ['JSON that is cut off', 'source.corrupt', Buffer.from('{"a":'), 'application/json'],
    ['JSON that names a member twice', 'source.corrupt', Buffer.from('{"a":1,"a":2}'), 'application/json'],
    [
      'JSON nested 20 000 deep',
      'source.bomb',
      Buffer.from('['.repeat(20_000) + ']'.repeat(20_000)),
      'application/json',
    ],
    ['CSV with a quote that never closes', 'source.corrupt', Buffer.from('a,b\n"c,d'), 'text/csv'],
    [
      'a Turkish text that is not in the charset UTF-8',
      'source.corrupt',
      Buffer.from([0x49, 0xfd, 0xfe]),
      'text/plain',
    ],
    ['a PDF with a password', 'source.encrypted', encryptedPdf(), 'application/pdf'],
    ['a DOCX with a password', 'source.encrypted', withPassword, word],
    ['a text that is declared as a PDF', 'source.media_type_mismatch', Buffer.from('Merhaba'), 'application/pdf'],
    ['a PDF that is declared as a text', 'source.media_type_mismatch', pdfOf([['x']]), 'text/plain'],
    ['an XLSX that is declared as a DOCX', 'source.media_type_mismatch', xlsxOf('S', [['x']]), word],
    ['a DOC file that is declared as a DOCX', 'source.media_type_mismatch', ole, word],
    [
      'a text that is declared as an e-mail',
      'source.media_type_mismatch',
      Buffer.from('Merhaba, nasılsınız'),
      'message/rfc822',
    ],
    ['a picture', 'source.unsupported', Buffer.from([0xff, 0xd8]), 'image/jpeg'],
    ['a PDF without text', 'source.no_text', pdfOf([[]]), 'application/pdf'],
    ['in an unknown charset', 'source.unsupported', Buffer.from('x'), 'text/plain; charset=klingon'],
    ['of a media type named like a member of Object', 'source.unsupported', Buffer.from('x'), 'constructor/prototype'],
    ['a file over 20 MB', 'source.too_large', Buffer.alloc(20 * 1024 * 1024 + 1, 'x'), 'text/plain'],
    ['a text of 20 MB', 'source.too_large', Buffer.alloc(20 * 1024 * 1024, 'x'), 'text/plain'],
    ['a table of a million cells', 'source.too_large', Buffer.from('a,b\n'.repeat(500_000)), 'text/csv'],
    [
      'an archive that unpacks to 90 MB',
      'source.bomb',
      zipOf('word/document.xml', Buffer.alloc(90 * 1024 * 1024)),
      word,
    ],
    [
      'an archive that unpacks to 90 MB and states a small size',
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
  ])('A source that is %s is refused with %s', async ([, kind, bytes, mediaType]) => {
    expect(await kindOf(bytes, mediaType)).toBe(kind);
  });

  it('If the PDF library fails on a source, it writes nothing to the console', async () => {
    const lines: unknown[] = [];
    const methods = ['log', 'info', 'warn', 'error'] as const;
    const spies = methods.map((name) => vi.spyOn(console, name).mockImplementation((line) => void lines.push(line)));
    const broken = Buffer.from('%PDF-1.4\n1 0 obj\n<< >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n99\n%%EOF\n');
    await expect(locateSource(broken, hash, 'application/pdf')).rejects.toMatchObject({ kind: 'source.corrupt' });
    for (const spy of spies) spy.mockRestore();
    expect(lines).toEqual([]);
  });

  it('The refusal of a source contains no text of the source', async () => {
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
  ])('Turkish text in the charset %s is read if the media type declares the charset', async (charset, bytes) => {
    const { text } = await locateSource(Buffer.from(bytes), hash, `text/plain; charset=${charset}`);
    expect(text.text).toBe('İıŞşĞğ');
  });

  it('An HTML page may declare its charset in a meta element', async () => {
    const bytes = Buffer.concat([Buffer.from('<meta charset="windows-1254"><p>'), Buffer.from([0xdd, 0xfd])]);
    expect((await locateSource(bytes, hash, 'text/html')).text.text).toBe('İı\n');
  });
});

describe('The version of an extractor', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', '..', 'package.json'), 'utf8')));

  it('The version of an extractor contains the installed version of each library that it uses', () => {
    for (const { extractor, version } of Object.values(extractors)) {
      for (const named of version.split('+').slice(1)) {
        const [, library = '', installed] = /^(.+)-(\d+\.\d+\.\d+)$/.exec(named) ?? [];
        expect(dependencies[library], extractor).toBe(installed);
      }
    }
  });

  it('An extractor has the same version for each media type that it reads', () => {
    const versions = Map.groupBy(Object.values(extractors), ({ extractor }) => extractor);
    for (const rows of versions.values()) expect(new Set(rows.map(({ version }) => version)).size).toBe(1);
  });
});
