import readXlsxFile from 'read-excel-file/node';
import type { Locate } from './located.ts';
import { officeParts } from './office.ts';
import { SourceRefused } from './source-refused.ts';
import { addTable } from './table-text.ts';
import { TextBuilder } from './text-builder.ts';
import { withCurrencies } from './xlsx-currency.ts';
import { sheetNumber } from './xlsx-number.ts';

/**
 * A workbook: each sheet a table of values. Numbers in plain notation, with the currency of their number format behind them;
 * dates in ISO 8601; a formula is its last value.
 */
export const xlsx: Locate = async (bytes) => {
  const sheets = await sheetsOf(officeParts(bytes, 'xl/workbook.xml', withCurrencies));
  const builder = new TextBuilder();
  for (const { sheet, data } of sheets) {
    const rows = data.map((row) => row.map(cellText));
    builder.region('sheet', sheet, addTable(builder, sheet, rows));
    builder.append('\n');
  }
  return builder.build();
};

async function sheetsOf(buffer: Buffer) {
  try {
    return await readXlsxFile(buffer, { trim: false, parseNumber: sheetNumber });
  } catch (error) {
    throw new SourceRefused('source.corrupt', `no XLSX: ${error instanceof Error ? error.name : 'unknown'}`);
  }
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return dateText(cell);
  if (typeof cell === 'boolean') return String(cell);
  return typeof cell === 'string' ? cell : '';
}

/** To the second, which a sheet's fraction of a day is only near. Midnight is a date: a sheet has no other way to write one. */
const dateText = (date: Date): string => {
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19);
};
