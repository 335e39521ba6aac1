import type { Locate } from '../located.ts';
import { addTable } from '../table-text.ts';
import { TextBuilder } from '../text-builder.ts';
import { attribute, first, isOn, named, type Element } from '../xml.ts';
import { opened, type Package } from './parts.ts';
import { richText } from './rich-text.ts';
import { sheetText, type Book } from './sheet.ts';
import { stylesOf } from './styles.ts';

/**
 * Reads a workbook, each sheet as a table of values. Numbers are in plain notation, followed by the currency of their
 * format. Dates are in ISO 8601. For a formula, its stored result is read. Hidden sheets, rows and columns are marked
 * as unseen.
 */
export const xlsx: Locate = (bytes) => {
  const file = opened(bytes, 'workbook');
  const workbook = file.part(file.main);
  const book = bookOf(file, workbook);
  const builder = new TextBuilder();
  for (const { name, part, isHidden } of sheetsOf(file, workbook)) {
    const { rows, unseen } = sheetText(part, book);
    const lines = rows.map((row) => row.map(({ text }) => text).join('\t'));
    if (isHidden) builder.unseen(name, [...lines, ...unseen].join('\n'));
    else {
      builder.region('sheet', name, addTable(builder, { name, rows }));
      builder.append('\n');
      builder.unseen(name, unseen.join('\n'));
    }
  }
  return builder.build();
};

function bookOf(file: Package, workbook: Element): Book {
  const related = (type: string): Element | undefined => {
    const target = file.relationsOf(file.main).find((one) => one.type === type)?.target;
    return target !== undefined && file.has(target) ? file.part(target) : undefined;
  };
  const flag = attribute(first(workbook, 'workbookPr') ?? workbook, 'date1904');
  return {
    strings: named(related('sharedStrings'), 'si').map(richText),
    styleOf: stylesOf(related('styles')),
    is1904: flag !== undefined && isOn(flag),
  };
}

/** Returns the sheets in their order. Sheets with a chart or a macro are left out, because they have no cells. */
function sheetsOf(file: Package, workbook: Element) {
  const relations = new Map(file.relationsOf(file.main).map((one) => [one.id, one]));
  return named(first(workbook, 'sheets'), 'sheet').flatMap((sheet) => {
    const id = Object.entries(sheet.attributes).find(([name]) => /(?:^|:)id$/.test(name))?.[1] ?? '';
    const relation = relations.get(id);
    if (relation?.type !== 'worksheet') return [];
    const state = attribute(sheet, 'state') ?? 'visible';
    return [{ name: attribute(sheet, 'name') ?? '', part: file.part(relation.target), isHidden: state !== 'visible' }];
  });
}
