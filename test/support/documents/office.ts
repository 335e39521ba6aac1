import { stored } from '../../../adapters/located-text/archive.ts';

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#13;');

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const sheetNs = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRels = 'http://schemas.openxmlformats.org/package/2006/relationships';

const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  stored(new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(head + text)])));

const types = (parts: readonly (readonly [string, string])[]): string =>
  `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts
    .map(
      ([name, type]) =>
        `<Override PartName="${name}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
    )
    .join('')}</Types>`;

const rels = (all: readonly (readonly [id: string, type: string, target: string])[]): string =>
  `<Relationships xmlns="${packageRels}">${all
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${relations}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`;
const paragraph = (text: string): string => `<w:p>${run(text)}</w:p>`;

/** Makes a Word document with paragraphs and at most one table. */
export const docxOf = (paragraphs: readonly string[], table: readonly (readonly string[])[] = []): Uint8Array =>
  zip({
    '[Content_Types].xml': types([['/word/document.xml', 'wordprocessingml.document.main']]),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/document.xml': `<w:document ${word}><w:body>${paragraphs.map(paragraph).join('')}${
      table.length === 0
        ? ''
        : `<w:tbl>${table.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`).join('')}</w:tbl>`
    }</w:body></w:document>`,
  });

/** A cell of a sheet: a text, or a number with its style (1: a date, 2: the number format of the workbook). */
export type SheetCell = string | { readonly number: string; readonly style?: 0 | 1 | 2 };

const cellXml = (cell: SheetCell, at: string): string =>
  typeof cell === 'string'
    ? `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
    : `<c r="${at}" s="${cell.style ?? 0}"><v>${cell.number}</v></c>`;

/** Makes a workbook with one sheet. @param format the number format of style 2, as a workbook's XML writes it */
export const xlsxOf = (name: string, rows: readonly (readonly SheetCell[])[], format = 'General'): Uint8Array =>
  zip({
    '[Content_Types].xml': types([
      ['/xl/workbook.xml', 'spreadsheetml.sheet.main'],
      ['/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ['/xl/styles.xml', 'spreadsheetml.styles'],
    ]),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': rels([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
    ]),
    'xl/workbook.xml': `<workbook ${sheetNs} xmlns:r="${relations}"><sheets><sheet name="${escaped(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/styles.xml': `<styleSheet ${sheetNs}><numFmts count="1"><numFmt numFmtId="164" formatCode="${format}"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${sheetNs}><sheetData>${rows
      .map(
        (row, y) =>
          `<row r="${y + 1}">${row.map((cell, x) => cellXml(cell, `${String.fromCodePoint(65 + x)}${y + 1}`)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`,
  });

/**
 * Makes a Word document from the XML of its body and its parts.
 *
 * @param parts XML by file name below `word/`, such as `header1.xml`
 */
export const wordOf = (body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array => {
  const names = Object.keys(parts);
  const typeOf = (name: string): string => /^[a-z]+/.exec(name)?.[0] ?? '';
  return zip({
    '[Content_Types].xml': types([['/word/document.xml', 'wordprocessingml.document.main']]),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'word/document.xml']]),
    'word/_rels/document.xml.rels': rels(names.map((name, i) => [`rId${i + 1}`, typeOf(name), name])),
    'word/document.xml': `<w:document ${word} ${wordMore}><w:body>${body}</w:body></w:document>`,
    ...Object.fromEntries(names.map((name) => [`word/${name}`, parts[name] ?? ''])),
  });
};
const wordMore = `xmlns:r="${relations}" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"`;
/** The namespace declarations for the root element of a Word part. */
export const wordNs = `${word} ${wordMore}`;

/**
 * Makes a workbook from the XML below each sheet's `worksheet`.
 *
 * @param styles XML below `styleSheet`
 * @param properties XML before `sheets`
 */
export const bookOf = (
  sheets: readonly { readonly name: string; readonly xml: string; readonly state?: string }[],
  styles = '',
  properties = '',
): Uint8Array =>
  zip({
    '[Content_Types].xml': types([['/xl/workbook.xml', 'spreadsheetml.sheet.main']]),
    '_rels/.rels': rels([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/_rels/workbook.xml.rels': rels([
      ...sheets.map((_, i) => [`rId${i + 1}`, 'worksheet', `worksheets/sheet${i + 1}.xml`] as const),
      ['rIdS', 'styles', 'styles.xml'],
    ]),
    'xl/workbook.xml': `<workbook ${sheetNs} xmlns:r="${relations}">${properties}<sheets>${sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${name}" sheetId="${i + 1}" r:id="rId${i + 1}"${state === undefined ? '' : ` state="${state}"`}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/styles.xml': `<styleSheet ${sheetNs}>${styles}</styleSheet>`,
    ...Object.fromEntries(
      sheets.map(({ xml }, i) => [`xl/worksheets/sheet${i + 1}.xml`, `<worksheet ${sheetNs}>${xml}</worksheet>`]),
    ),
  });
