import { describe, expect, it } from 'vitest';
import { locateSource } from '../../../adapters/located-text/locate.ts';
import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { LocatedText } from '../../../contract/rows/located-text.ts';
import { valueFrom } from '../../patterns/extraction/located.ts';
import { bookOf, wordNs, wordOf, xlsxOf } from '../../support/documents/office.ts';
import { drawnPdf, type Drawing } from '../../support/documents/placed-pdf.ts';
import { assembledPdf, streamObject } from '../../support/documents/raw-pdf.ts';

const office = 'application/vnd.openxmlformats-officedocument';
const types = {
  pdf: 'application/pdf',
  docx: `${office}.wordprocessingml.document`,
  xlsx: `${office}.spreadsheetml.sheet`,
  html: 'text/html',
  eml: 'message/rfc822',
};
const located = async (bytes: Uint8Array | string, type: keyof typeof types): Promise<LocatedText> =>
  (await locateSource(Buffer.from(bytes as Uint8Array), 'a'.repeat(64), types[type])).text;
const marked = ({ text, regions }: LocatedText, kind: string): string[] =>
  regions.filter((one) => one.kind === kind).map(({ start, end }) => text.slice(start, end));

const line = (
  text: string,
  { x = 50, y = 700, size = 10 }: { readonly x?: number; readonly y?: number; readonly size?: number } = {},
): string => `BT /F ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj ET`;
const page = (stream: string, more: Drawing = {}): Promise<LocatedText> => located(drawnPdf(stream, more), 'pdf');
const shown = async (stream: string, more: Drawing = {}): Promise<string> => {
  const of = await page(stream, more);
  return marked(of, 'page').join('\f');
};
const picture =
  '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream';
const withPicture = { resources: '/XObject << /I 6 0 R >>', objects: [picture] };
const withAlpha = { resources: '/ExtGState << /G << /ca 0.3 >> /M << /BM /Multiply >> >>' };

describe('The reading order of a PDF page', () => {
  it.each([
    [
      'a value that was drawn before its label',
      `${line('A-1', { x: 150 })} ${line('No:')} ${line('B-2', { x: 150, y: 686 })} ${line('Ref:', { x: 50, y: 686 })}`,
      'No:\tA-1\nRef:\tB-2',
    ],
    [
      'values that were drawn after all labels',
      `${line('No:')} ${line('Ref:', { x: 50, y: 686 })} ${line('A-1', { x: 150 })} ${line('B-2', { x: 150, y: 686 })}`,
      'No:\tA-1\nRef:\tB-2',
    ],
    [
      'baselines that differ by less than half a letter',
      `${line('3', { x: 50, y: 660.4 })} ${line('12,50', { x: 200, y: 660 })}`,
      '3\t12,50',
    ],
    [
      'lines that were drawn from the bottom up',
      `${line('b', { x: 50, y: 660 })} ${line('a', { x: 50, y: 700 })}`,
      'a\nb',
    ],
    ['letters that were drawn one by one', `${line('1')} ${line('2', { x: 55.6 })} ${line('x', { x: 64 })}`, '12 x'],
    [
      'a rotated page',
      `BT /F 10 Tf 0 1 -1 0 100 50 Tm (No:) Tj ET BT /F 10 Tf 0 1 -1 0 100 150 Tm (A-1) Tj ET BT /F 10 Tf 0 1 -1 0 114 50 Tm (Ref:) Tj ET`,
      'No:\tA-1\nRef:',
    ],
    ['letters that were drawn twice to look bold', `${line('Total')} ${line('Total', { x: 50.3 })}`, 'Total'],
  ])('A PDF with %s is read in the order in which a person reads it', async (_, stream, text) => {
    expect(await shown(stream)).toBe(text);
  });

  it.each<[turn: number, matrix: (x: number, y: number) => string]>([
    [90, (x, y) => `0 1 -1 0 ${600 - y} ${x}`],
    [180, (x, y) => `-1 0 0 -1 ${600 - x} ${800 - y}`],
    [270, (x, y) => `0 -1 1 0 ${y} ${800 - x}`],
  ])('A PDF page that is shown turned by %i degrees is read as it is shown', async (turn, matrix) => {
    const at = (x: number, y: number, text: string): string => `BT /F 10 Tf ${matrix(x, y)} Tm (${text}) Tj ET`;
    const stream = [at(150, 400, 'A-1'), at(50, 386, 'Ref:'), at(150, 386.03, 'B-2'), at(50, 400, 'No:')].join(' ');
    expect(await shown(stream, { page: `/Rotate ${turn}` })).toBe('No:\tA-1\nRef:\tB-2');
  });

  it('If only some pages of a PDF have text, each page without text is an empty page of the located text', async () => {
    const streams = [line('A-1'), '0 0 10 10 re f', line('B-2')];
    const bytes = assembledPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 3 /Kids [4 0 R 6 0 R 8 0 R] >>',
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      ...streams.flatMap((stream, i) => [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >> /Contents ${5 + 2 * i} 0 R >>`,
        streamObject(stream),
      ]),
    ]);
    const { text, regions } = await located(bytes, 'pdf');
    expect(regions.map(({ kind, name, start, end }) => [kind, name, text.slice(start, end)])).toEqual([
      ['page', '1', 'A-1'],
      ['page', '2', ''],
      ['page', '3', 'B-2'],
    ]);
  });

  it('Two columns of prose on a PDF page are read one after the other', async () => {
    const left = [
      'the insured vehicle was standing in',
      'front of the house when the lorry',
      'came around the corner and struck',
      'its left side with the trailer end',
    ];
    const right = [
      'we therefore ask you to pay for the',
      'repair within thirty days from now',
      'and to tell us in writing whether',
      'you will take the matter to court',
    ];
    const drawn = left.map(
      (text, i) => `${line(text, { x: 50, y: 700 - 12 * i })} ${line(right[i] ?? '', { x: 320, y: 700 - 12 * i })}`,
    );
    expect(await shown(drawn.join(' '))).toBe([...left, ...right].join('\n'));
  });

  it('A raised digit beside an amount on a PDF page is marked as raised', async () => {
    const of = await page(`${line('1250')} ${line('1', { x: 72.5, y: 704, size: 6 })} ${line('TL', { x: 80 })}`);
    expect(of.text).toContain('12501 TL');
    expect(marked(of, 'raised')).toEqual(['1']);
  });
});

describe('Seen and unseen text on a PDF page', () => {
  it.each([
    ['drawn in the invisible mode', `3 Tr ${line('9')} 0 Tr`, {}],
    ['in the colour of the paper', `1 g ${line('9')} 0 g`, {}],
    ['nearly in the colour of the paper', `0.97 0.98 0.97 rg ${line('9')} 0 g`, {}],
    ['in the colour of the box behind it', `0 0 1 rg 0 690 300 30 re f ${line('9')} 0 g`, {}],
    ['under a box that was drawn later', `${line('9')} 0.9 g 0 690 300 30 re f 0 g`, {}],
    ['under a picture', `${line('9')} q 300 0 0 30 0 690 cm /I Do Q`, withPicture],
    ['below one point', line('9', { x: 50, y: 700, size: 0.5 }), {}],
    ['off the page', line('9', { x: -200 }), {}],
    ['outside of the clipping path', `q 0 0 10 10 re W n ${line('9')} Q`, {}],
    [
      'in a layer that is turned off',
      `/OC /L BDC ${line('9')} EMC`,
      {
        resources: '/Properties << /L 6 0 R >>',
        objects: ['<< /Type /OCG /Name (x) >>'],
        catalog: '/OCProperties << /OCGs [6 0 R] /D << /OFF [6 0 R] >> >>',
      },
    ],
  ])('On a PDF page, text that is %s is put at the end and marked as unseen', async (_, stream, more) => {
    const of = await page(`${stream} ${line('Total', { x: 50, y: 600 })}`, more);
    expect(marked(of, 'page')).toEqual(['Total']);
    expect(marked(of, 'unseen')).toEqual(['9']);
  });

  it.each([
    ['white on a dark box', `0 0 0.5 rg 0 690 300 30 re f 1 g ${line('9')} 0 g`, {}],
    ['on a coloured box', `0.9 g 0 690 300 30 re f 0 g ${line('9')}`, {}],
    ['on a picture', `q 300 0 0 30 0 690 cm /I Do Q ${line('9')}`, withPicture],
    ['under a transparent marker', `${line('9')} q /G gs 1 1 0 rg 0 690 300 30 re f Q`, withAlpha],
    ['under a marker with the blend mode Multiply', `${line('9')} q /M gs 1 1 0 rg 0 690 300 30 re f Q`, withAlpha],
    ['beside a box', `${line('9')} 0 g 100 690 300 30 re f`, {}],
    ['crossed by the line of a table', `${line('9')} 0 g 0 703 300 0.5 re f`, {}],
  ])('On a PDF page, text that is %s is read as visible text', async (_, stream, more) => {
    expect(await shown(stream, more)).toBe('9');
  });
});

describe('Text that a person filled into a form', () => {
  const form = (fields: readonly string[]): Drawing => ({
    page: `/Annots [${fields.map((_, i) => `${6 + i} 0 R`).join(' ')}]`,
    objects: fields.map((field) => `<< /Type /Annot ${field} >>`),
    catalog: `/AcroForm << /Fields [${fields.map((_, i) => `${6 + i} 0 R`).join(' ')}] >>`,
  });

  it.each([
    ['the text of a form field', '/Subtype /Widget /FT /Tx /T (p) /V (A-1) /Rect [150 695 300 712]', 'Policy no:\tA-1'],
    [
      'the chosen option of a form field',
      '/Subtype /Widget /FT /Ch /T (p) /Opt [[(a) (Alpha)] [(b) (Beta)]] /V (b) /Rect [150 695 300 712]',
      'Policy no:\tBeta',
    ],
    [
      'a ticked checkbox',
      '/Subtype /Widget /FT /Btn /T (p) /V /Yes /AS /Yes /AP << /N << /Yes 4 0 R >> >> /Rect [150 695 160 705]',
      'Policy no:\t[x]',
    ],
    [
      'an unticked checkbox',
      '/Subtype /Widget /FT /Btn /T (p) /V /Off /AS /Off /AP << /N << /Yes 4 0 R >> >> /Rect [150 695 160 705]',
      'Policy no:\t[ ]',
    ],
    [
      'text that was typed onto the page',
      '/Subtype /FreeText /Contents (A-1) /DA (/F 10 Tf) /Rect [150 695 300 712]',
      'Policy no:\tA-1',
    ],
    ['a hidden form field', '/Subtype /Widget /FT /Tx /T (p) /V (A-1) /F 2 /Rect [150 695 300 712]', 'Policy no:'],
  ])('In a PDF, %s is read as the page shows it', async (_, field, text) => {
    expect(await shown(line('Policy no:'), form([field]))).toBe(text);
  });

  it('If a PDF page draws a text over a form field, both texts are read if they differ, and one is read if they are equal', async () => {
    const field = form(['/Subtype /Widget /FT /Tx /T (p) /V (A-1) /Rect [150 695 300 712]']);
    expect(await shown(`${line('No:')} ${line('A-1', { x: 152 })}`, field)).toBe('No:\tA-1');
    expect(marked(await page(`${line('No:')} ${line('A-2', { x: 152 })}`, field), 'field').toSorted()).toEqual([
      'A-1',
      'A-2',
    ]);
  });

  it('In HTML, the value of a form field is read beside its label and marked with the name of the field', async () => {
    const of = await located(
      '<p>Policy <input name=p value="A-1"> Kind <select name=k><option>a<option selected>b</select> Note <textarea name=n>x</textarea> <input type=checkbox checked> paid <input type=hidden value=z></p>',
      'html',
    );
    expect(of.text).toBe('Policy\tA-1\tKind\tb\tNote\tx\t[x]\tpaid\n');
    expect(of.regions.filter(({ kind }) => kind === 'field').map(({ name }) => name)).toEqual(['p', 'k', 'n', 'input']);
  });

  const text = (letters: string): string => `<w:r><w:t>${letters}</w:t></w:r>`;
  it('In a Word document, the value of a form field is read and marked, and its placeholder is marked as unseen', async () => {
    const control = (properties: string, content: string): string =>
      `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
    const of = await located(
      wordOf(`<w:p>${text('Policy ')}${control('<w:tag w:val="p"/>', text('A-1'))}</w:p>
        <w:p>${text('Paid ')}${control('<w14:checkbox><w14:checked w14:val="1"/></w14:checkbox>', text('☒'))}</w:p>
        <w:p>${text('Sent ')}<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:name w:val="s"/><w:checkBox><w:checked w:val="off"/></w:checkBox></w:ffData></w:fldChar></w:r></w:p>
        <w:p>${text('Date ')}${control('<w:showingPlcHdr/>', text('Click here'))}</w:p>`),
      'docx',
    );
    expect(of.text).toBe('Policy A-1\nPaid [x]\nSent [ ]\nDate\nClick here\n');
    expect(marked(of, 'field')).toEqual(['A-1', '[x]', '[ ]']);
    expect(marked(of, 'unseen')).toEqual(['Click here']);
  });
});

describe('A Word document', () => {
  const run = (letters: string, properties = ''): string =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${letters}</w:t></w:r>`;
  const paragraph = (inside: string): string => `<w:p>${inside}</w:p>`;

  it.each([
    '<w:vanish/>',
    '<w:vanish w:val="on"/>',
    '<w:dstrike/>',
    '<w:strike w:val="true"/>',
    '<w:color w:val="FFFFFF"/>',
    '<w:sz w:val="1"/>',
    '<w:rStyle w:val="Hidden"/>',
  ])('In a Word document, text with %s is put at the end and marked as unseen', async (properties) => {
    const styles = {
      'styles.xml': `<w:styles ${wordNs}><w:style w:styleId="Base"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="Hidden"><w:basedOn w:val="Base"/></w:style></w:styles>`,
    };
    const of = await located(wordOf(paragraph(run('Total ') + run('9', properties) + run('1')), styles), 'docx');
    expect(of.text).toBe('Total 1\n9\n');
    expect(marked(of, 'unseen')).toEqual(['9']);
  });

  it.each(['<w:vanish w:val="0"/>', '<w:strike w:val="off"/>', '<w:dstrike w:val="false"/>'])(
    'In a Word document, text with %s is read as visible text',
    async (properties) => {
      expect((await located(wordOf(paragraph(run('9', properties))), 'docx')).text).toBe('9\n');
    },
  );

  it('In a Word document, the header is read first, then text with its text boxes in place, then notes and footers', async () => {
    const part = (name: string, inside: string): string => `<w:${name} ${wordNs}>${inside}</w:${name}>`;
    const box = `<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>${paragraph(run('box'))}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph(run('box'))}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
    const section =
      '<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:headerReference w:type="first" r:id="rId2"/><w:footerReference w:type="default" r:id="rId3"/></w:sectPr>';
    const of = await located(
      wordOf(paragraph(run('text') + box) + paragraph(run('more')) + section, {
        'header1.xml': part('hdr', paragraph(run('header'))),
        'header2.xml': part('hdr', paragraph(run('never shown'))),
        'footer1.xml': part('ftr', paragraph(run('footer'))),
        'footnotes.xml': part(
          'footnotes',
          `<w:footnote w:type="separator">${paragraph(run('-'))}</w:footnote><w:footnote w:id="2">${paragraph(run('note'))}</w:footnote>`,
        ),
      }),
      'docx',
    );
    expect(of.text).toBe('header\ntext\nbox\nmore\nnote\nfooter\n');
  });

  it('In a Word document, a tab separates columns, deleted text is marked as unseen, and a superscript is marked as raised', async () => {
    const of = await located(
      wordOf(
        paragraph(
          `${run('Total')}<w:r><w:tab/></w:r>${run('1250')}${run('1', '<w:vertAlign w:val="superscript"/>')}${run(' TL')}<w:del><w:r><w:delText>9</w:delText></w:r></w:del>`,
        ),
      ),
      'docx',
    );
    expect(of.text).toBe('Total\t12501 TL\n9\n');
    expect(marked(of, 'raised')).toEqual(['1']);
    expect(marked(of, 'unseen')).toEqual(['9']);
  });
});

describe('A workbook', () => {
  const rows = (of: LocatedText): string[][] =>
    of.tables.flatMap(({ rows }) => rows.map((row) => row.map(({ start, end }) => of.text.slice(start, end))));
  const cell = (value: string, more = ''): string => `<c ${more} t="str"><v>${value}</v></c>`;
  const sheet = (data: string, before = '', after = ''): string => `${before}<sheetData>${data}</sheetData>${after}`;
  const book = (xml: string, styles = '', properties = ''): Promise<LocatedText> =>
    located(bookOf([{ name: 'S', xml }], styles, properties), 'xlsx');

  it('In a workbook, a cell or row without a reference is read as the next one after the previous cell or row', async () => {
    const of = await book(sheet(`<row>${cell('a')}${cell('b', 'r="D1"')}${cell('c')}</row><row>${cell('d')}</row>`));
    expect(rows(of)).toEqual([['a', '', '', 'b', 'c'], ['d']]);
  });

  it.each(['ZZZZZZZ1', 'XFE1', 'A0'])(
    'A workbook with the cell %s is refused with source.corrupt, because no sheet has such a cell',
    async (name) => {
      const row = name === 'A0' ? '<row r="0"><c r="A0"/></row>' : `<row r="1">${cell('a', `r="${name}"`)}</row>`;
      await expect(book(sheet(row))).rejects.toMatchObject({ kind: 'source.corrupt' });
    },
  );

  it('A workbook with the cell XFD1048576 is read, and one with too many wide rows is refused with source.too_large', async () => {
    const of = await book(
      sheet(`<row r="1">${cell('a', 'r="A1"')}</row><row r="1048576">${cell('z', 'r="XFD1048576"')}</row>`),
    );
    expect(rows(of).at(-1)?.at(-1)).toBe('z');
    const wide = Array.from({ length: 20 }, (_, i) => `<row r="${i + 1}">${cell('z', `r="XFD${i + 1}"`)}</row>`).join(
      '',
    );
    await expect(book(sheet(wide))).rejects.toMatchObject({ kind: 'source.too_large' });
  });

  it.each(['1', 'true'])(
    'In a workbook, rows, columns and sheets with hidden="%s" are marked as unseen',
    async (flag) => {
      const xml = sheet(
        `<row r="1">${cell('a')}${cell('b')}</row><row r="2" hidden="${flag}">${cell('c')}</row>`,
        `<cols><col min="2" max="2" hidden="${flag}"/></cols>`,
      );
      const other = sheet(`<row>${cell('d')}</row>`);
      const of = await located(
        bookOf([
          { name: 'S', xml },
          { name: 'T', xml: other, state: 'hidden' },
          { name: 'U', xml: other, state: 'veryHidden' },
        ]),
        'xlsx',
      );
      expect(rows(of)).toEqual([['a']]);
      expect(marked(of, 'unseen')).toEqual(['b\nc', 'd', 'd']);
    },
  );

  it.each([
    ['h:mm', '0.6875', '16:30'],
    ['h:mm:ss AM/PM', '0.6875', '16:30'],
    ['yyyy\\-mm\\-dd', '46056', '2026-02-03'],
    ['dd/mm/yyyy hh:mm', '46056.6875', '2026-02-03T16:30:00'],
    ['[h]:mm', '1.5', '36:00'],
    ['mmmm', '46056', '2026-02-03'],
    ['mm:ss', '0.5', '12:00'],
    ['#,##0.00\\ "TL"', '1250', '1250 TL'],
    ['[$-41F]d\\ mmmm\\ yyyy;@', '46056', '2026-02-03'],
    ['0.00', '0.5', '0.5'],
    ['General', '60', '60'],
  ])('In a workbook, a cell with the format %s and the number %s is read as %s', async (format, value, text) => {
    const of = await located(xlsxOf('S', [[{ number: value, style: 2 }]], format.replaceAll('"', '&quot;')), 'xlsx');
    expect(rows(of)).toEqual([[text]]);
  });

  it.each([
    ['superscript', 'raised'],
    ['subscript', 'lowered'],
  ] as const)('In a workbook, a run or a cell in %s is marked as %s', async (align, kind) => {
    const run = (text: string, properties = ''): string => `<r>${properties}<t>${text}</t></r>`;
    const raised = `<rPr><vertAlign val="${align}"/></rPr>`;
    const rich = `<c t="inlineStr"><is>${run('1250')}${run('1', raised)}${run(' TL')}</is></c>`;
    const of = await book(
      sheet(`<row>${rich}<c s="1"><v>7</v></c><c s="1"/></row>`),
      `<fonts><font/><font><vertAlign val="${align}"/></font></fonts><cellXfs><xf/><xf fontId="1"/></cellXfs>`,
    );
    expect(rows(of)).toEqual([['12501 TL', '7']]);
    expect(marked(of, kind)).toEqual(['1', '7']);
  });

  it('In a workbook, a raised mark beside an amount is not a digit of the amount', async () => {
    const rich = `<c t="inlineStr"><is><r><t>1250</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>1</t></r><r><t> TL</t></r></is></c>`;
    const text = await book(sheet(`<row>${cell('Toplam')}${rich}</row>`));
    const type = { kind: 'money' as const, currencies: ['TRY'] };
    const find: Finder = { by: 'label', labels: ['Toplam'], look: ['right'] };
    expect(await valueFrom(text, { type, find: [find] })).toEqual({ amount: '1250.00', currency: 'TRY' });
  });

  it('In a workbook, an error cell is read as its error code, and a boolean cell as true or false', async () => {
    const of = await book(
      sheet('<row><c t="e"><v>#REF!</v></c><c t="b"><v>1</v></c><c t="b"><v>true</v></c><c t="b"><v>0</v></c></row>'),
    );
    expect(rows(of)).toEqual([['#REF!', 'true', 'true', 'false']]);
  });

  it('If a workbook declares date1904 as 1 or true, its dates are counted from 1904', async () => {
    for (const flag of ['1', 'true']) {
      const of = await book(
        sheet('<row><c s="0"><v>44594</v></c></row>'),
        '<cellXfs><xf numFmtId="14"/></cellXfs>',
        `<workbookPr date1904="${flag}"/>`,
      );
      expect(rows(of)).toEqual([['2026-02-03']]);
    }
  });
});

describe('An e-mail', () => {
  const mail = (type: string, body: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`From: a@b.c\r\nContent-Type: ${type}\r\n\r\n`), body]);
  it('An e-mail is refused if its charset is unknown or its text is not in that charset', async () => {
    await expect(located(mail('text/plain; charset=klingon', Buffer.from('x')), 'eml')).rejects.toMatchObject({
      kind: 'source.unsupported',
    });
    await expect(located(mail('text/plain; charset=utf-8', Buffer.from([0x49, 0xfd])), 'eml')).rejects.toMatchObject({
      kind: 'source.corrupt',
    });
    expect((await located(mail('text/plain; charset=windows-1254', Buffer.from([0xdd, 0xfd])), 'eml')).text).toContain(
      'İı',
    );
  });

  it('If an e-mail has an attachment, the attachment keeps its own charset and is not decoded', async () => {
    const part =
      'Content-Type: text/plain; charset="WINDOWS-1254"; name=a.txt\r\nContent-Disposition: attachment; filename=a.txt\r\n\r\n';
    const bytes = Buffer.concat([
      Buffer.from(`From: a@b.c\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\nhi\r\n--x\r\n${part}`),
      Buffer.from([0xdd, 0xfd]),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const { parts } = await locateSource(bytes, 'a'.repeat(64), types.eml);
    expect(parts).toMatchObject([{ name: 'a.txt', mediaType: 'text/plain; charset=windows-1254' }]);
  });
});
