import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import { sha256 } from '../../../contract/values/canonical.ts';
import { sha256OfBytes } from '../../../contract/rows/content.ts';
import type { LocatedText, TextSpan } from '../../../contract/rows/located-text.ts';
import { docxOf, escaped, xlsxOf } from '../../support/documents/office.ts';
import { pdfOf } from '../../support/documents/pdf.ts';
import { grid, line, lineBreak, lines } from '../../support/documents/unicode.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const runs = { numRuns: 60 };

async function located(bytes: Uint8Array, mediaType: string): Promise<LocatedText> {
  const { text } = await locateSource(bytes, sha256OfBytes(bytes), mediaType);
  // These rules hold for every format: each span is inside the text and splits no surrogate pair, and textHash is the
  // text's hash.
  const spans = [
    ...text.regions,
    ...text.tables.flatMap(({ rows }) => rows.flat()),
    ...Object.values(text.pointers ?? {}),
  ];
  for (const { start, end } of spans) {
    expect(0 <= start && start <= end && end <= text.text.length).toBe(true);
    expect(text.text.slice(start, end).isWellFormed()).toBe(true);
  }
  expect(text.textHash).toBe(sha256(text.text));
  return text;
}

const quote = ({ text }: LocatedText, { start, end }: TextSpan): string => text.slice(start, end);
const regions = (of: LocatedText, kind: string): string[] =>
  of.regions.filter((region) => region.kind === kind).map((region) => quote(of, region));
const cells = (of: LocatedText): string[][] =>
  of.tables[0]?.rows.map((row) => row.map((cell) => quote(of, cell))) ?? [];

/**
 * Changes white space as HTML does: several characters become one space, and both ends are trimmed. A no-break space is
 * kept.
 */
const asRead = (text: string): string => text.replaceAll(/[ \t\n\f\r]+/g, ' ').replaceAll(/^ | $/g, '');
/** False for text that pdf.js changes on purpose, for example ligatures, before offsets are taken. */
const isPlainForPdf = (text: string): boolean =>
  !/[\ufb00-\ufb06\ufdfa\u00ad\u00a0]|\u200b|\u200d|[\u{1f1e6}-\u{1f1ff}]/u.test(text);

describe('The spans of a located text', () => {
  it('In plain text, each span of a paragraph quotes it with its line breaks', async () => {
    await fc.assert(
      fc.asyncProperty(lines, lineBreak, async (all, end) => {
        const text = all.join(end + end);
        const of = await located(Buffer.from(text), 'text/plain');
        expect(of.text).toBe(text);
        expect(regions(of, 'paragraph')).toEqual(all.map((one) => one.trim()).filter((one) => one !== ''));
      }),
      runs,
    );
  });

  it('Plain text in UTF-16 with a byte order mark is decoded without the mark', async () => {
    await fc.assert(
      fc.asyncProperty(line, fc.boolean(), async (text, isBig) => {
        const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
        expect((await located(isBig ? bytes.swap16() : bytes, 'text/plain')).text).toBe(text);
      }),
      runs,
    );
  });

  it('In CSV, each span of a cell quotes its value, whatever the value contains', async () => {
    const cell = fc.oneof(
      line,
      fc.tuple(line, lineBreak, line).map((all) => all.join('')),
    );
    const rows = fc.array(fc.tuple(cell, cell, cell), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom(',', ';', '\t'), lineBreak, async (all, delimiter, end) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const csv = all.map((row) => row.map(quoted).join(delimiter)).join(end);
        const name = { ',': 'comma', ';': 'semicolon', '\t': 'tab' }[delimiter];
        const of = await located(Buffer.from(csv), `text/csv; delimiter=${name}`);
        expect(cells(of)).toEqual(all);
      }),
      runs,
    );
  });

  it.each([
    ['Hasar listesi\nDönem;2026, Mart\nNo;Plaka;Tutar\n1;34 ABC 123;1.200,50\n', '34 ABC 123'],
    ['Ad;Tutar\nToplam;1.234,56\n', '1.234,56'],
    ['Incidents\nNo,Plate,Note\n1,34 ABC 123,"a; b; c; d; e"\n', '34 ABC 123'],
    ['No\tNote\n1\ta\n', 'a'],
    ['Ad;Tutar\nFar, sol, ön, LED;1.000,00\nGenel toplam;1.150,00\n', '1.150,00'],
  ])(
    'In CSV, the delimiter of the table is detected, even if other text comes before the table: %j',
    async (csv, cell) => {
      expect(cells(await located(Buffer.from(csv), 'text/csv')).flat()).toContain(cell);
    },
  );

  it('In JSON, each pointer has the span of its scalar, and the span of a string excludes the quotation marks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), line, fc.constantFrom(0, 2), async (value, name, indent) => {
        const document = { [name]: value, list: [value, 'x'] };
        const of = await located(Buffer.from(JSON.stringify(document, null, indent)), 'application/json');
        // This removes negative zeros, which JSON does not have.
        const expected = scalars(JSON.parse(JSON.stringify(document)), '');
        expect(Object.keys(of.pointers ?? {}).sort()).toEqual([...expected.keys()].sort());
        for (const [pointer, span] of Object.entries(of.pointers ?? {})) {
          const isText = of.text[span.start - 1] === '"' && typeof expected.get(pointer) === 'string';
          const slice = quote(of, span);
          expect(JSON.parse(isText ? `"${slice}"` : slice)).toEqual(expected.get(pointer));
        }
      }),
      runs,
    );
  });

  it.each([
    ['<div><span>Fatura No</span><b>ABC-1</b></div>', 'Fatura No\tABC-1\n'],
    ['<li><span>Fatura No</span><!-- --><span>ABC-1</span></li>', 'Fatura No\tABC-1\n'],
    ['<table><tr><td><span>Fatura No</span><span>ABC-1</span></td></tr></table>', 'Fatura No ABC-1\n'],
    ['<p><span>Poliçe N</span><span>o</span></p>', 'Poliçe No\n'],
    ['<div>Poliçe <b>N</b><i>o</i></div>', 'Poliçe No\n'],
    ['<div><span></span><span>a</span><div>b</div></div>', 'a\nb\n'],
  ])(
    'In HTML, neighbouring elements without text between them are separated, unless they are parts of one word: %s',
    async (source, text) => {
      expect((await located(Buffer.from(source), 'text/html')).text).toBe(text);
    },
  );

  it('In HTML, a comment is not part of the text', async () => {
    expect((await located(Buffer.from(`<p>Toplam: <!-- 9 --> 1</p>`), 'text/html')).text).toBe('Toplam: 1\n');
  });

  it.each([
    '<span style="display:none">9</span>',
    '<span style="DISPLAY : None !important; display: block">9</span>',
    '<span style="dis\\70lay: none">9</span>',
    '<span style="color: red; visibility : hidden">9</span>',
    '<b style="opacity:0">9</b>',
    '<b style="opacity: .0">9</b>',
    '<i style="font-size:0px">9</i>',
    '<i style="font-size:0.01pt">9</i>',
    '<i style="color:#fff">9</i>',
    '<i style="color: rgba(0,0,0,0)">9</i>',
    '<i style="text-decoration: underline line-through">9</i>',
    '<i style="text-decoration-line:line-through">9</i>',
    '<i style="/* a */text-decoration/**/:line-through">9</i>',
    '<i style="position:absolute;left:-9999px">9</i>',
    '<i style="height:0;overflow:hidden">9</i>',
    '<del>9</del>',
    '<s>9</s>',
    '<span hidden>9</span>',
    '<span hidden="until-found">9</span>',
  ])('In HTML, text that a person cannot see is put at the end and marked as unseen: %s', async (hidden) => {
    const of = await located(Buffer.from(`<p>Toplam: ${hidden} 1</p>`), 'text/html');
    expect(of.text).toBe('Toplam: 1\n9\n');
    expect(regions(of, 'unseen')).toEqual(['9']);
    const seen = '<p style="display:block; opacity:0.9; font-size:0.9em; color:#333; text-decoration:underline">1</p>';
    expect((await located(Buffer.from(seen), 'text/html')).text).toBe('1\n');
  });

  it('In HTML, each span of a paragraph or a cell quotes its text with white space as a browser shows it', async () => {
    await fc.assert(
      fc.asyncProperty(lines, grid, async (all, rows) => {
        const table = rows
          .map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`)
          .join('\r\n');
        const html = `<!doctype html><body>${all.map((one) => `<p>${escaped(one)}`).join('\n')}</p><table>${table}</table>`;
        const of = await located(Buffer.from(html), 'text/html');
        expect(regions(of, 'paragraph')).toEqual(all.map(asRead));
        expect(cells(of)).toEqual(rows.map((row) => row.map(asRead)));
      }),
      runs,
    );
  });

  it('In a PDF, each span of a page quotes the lines of that page', async () => {
    const page = fc.array(line.filter(isPlainForPdf), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(page, { minLength: 1, maxLength: 3 }), async (pages) => {
        const of = await located(pdfOf(pages), 'application/pdf');
        expect(regions(of, 'page').map((text) => text.normalize('NFKC'))).toEqual(
          pages.map((all) => all.join('\n').normalize('NFKC')),
        );
      }),
      runs,
    );
  });

  it('In DOCX, each span of a paragraph or a cell quotes its text', async () => {
    await fc.assert(
      fc.asyncProperty(lines, grid, async (all, rows) => {
        const of = await located(docxOf(all, rows), `${office}.wordprocessingml.document`);
        expect(regions(of, 'paragraph')).toEqual(all.map(asRead));
        expect(cells(of)).toEqual(rows.map((row) => row.map(asRead)));
      }),
      runs,
    );
  });

  it('In XLSX, each span of a cell quotes its value', async () => {
    await fc.assert(
      fc.asyncProperty(grid, async (rows) => {
        const of = await located(xlsxOf('Sayfa 1', rows), `${office}.spreadsheetml.sheet`);
        expect(cells(of)).toEqual(rows);
        expect(of.regions.map(({ kind, name }) => [kind, name])).toEqual([['sheet', 'Sayfa 1']]);
      }),
      runs,
    );
  });

  it.each([
    ['67576.740000000005', '67576.74'],
    ['1.5E3', '1500'],
    ['0.30000000000000004', '0.3'],
    ['123456789012345', '123456789012345'],
    ['-2872.4299999999998', '-2872.43'],
    ['12.50', '12.50'],
  ])('In XLSX, the number %s has at most the fifteen digits that a spreadsheet shows', async (number, shown) => {
    for (const style of [0, 2] as const) {
      const book = xlsxOf('S', [[{ number, style }]], '#,##0.00 &quot;TL&quot;');
      const of = await located(book, `${office}.spreadsheetml.sheet`);
      expect(cells(of)).toEqual([[style === 0 ? shown : `${shown} TL`]]);
    }
  });

  it('In XLSX, a time is rounded to the second', async () => {
    const of = await located(
      xlsxOf('S', [[{ number: '45921.416666666664', style: 1 }]]),
      `${office}.spreadsheetml.sheet`,
    );
    expect(cells(of)).toEqual([['2025-09-21T10:00:00']]);
  });

  it('In an e-mail, spans quote the headers and the body, and an attachment is passed on byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(line, lines, async (subject, all) => {
        const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
        const body = Buffer.from(all.join('\r\n\r\n')).toString('base64');
        const attached = Buffer.from(`${subject}\u0000`, 'utf16le');
        const mail = [
          'From: a@b.example',
          `Subject: ${encoded}`,
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary=part',
          '',
          '--part',
          'Content-Type: text/plain; charset=utf-8',
          'Content-Transfer-Encoding: base64',
          '',
          body,
          '--part',
          'Content-Type: application/octet-stream; name=a.bin',
          'Content-Disposition: attachment; filename=a.bin',
          'Content-Transfer-Encoding: base64',
          '',
          attached.toString('base64'),
          '--part--',
          '',
        ].join('\r\n');
        const { text, parts } = await locateSource(Buffer.from(mail), 'a'.repeat(64), 'message/rfc822');
        const header = text.regions.find(({ name }) => name === 'Subject');
        expect(header && quote(text, header).trim()).toBe(subject.trim());
        expect(regions(text, 'paragraph')).toEqual(all.map((one) => one.trim()).filter((one) => one !== ''));
        expect(parts.map(({ name, bytes }) => [name, Buffer.from(bytes).equals(attached)])).toEqual([['a.bin', true]]);
      }),
      runs,
    );
  });
});

function scalars(value: unknown, pointer: string): Map<string, unknown> {
  if (value === null || typeof value !== 'object') return new Map([[pointer, value]]);
  const entries = Object.entries(value).map(([name, member]) => [
    name.replaceAll('~', '~0').replaceAll('/', '~1'),
    member,
  ]);
  return new Map(entries.flatMap(([name, member]) => [...scalars(member, `${pointer}/${String(name)}`)]));
}
