import type { Finder } from '../../../contract/artefacts.ts';
import type { LocatedTable, TextSpan } from '../../../contract/located-text.ts';
import type { Candidate } from '../candidate.ts';
import { scopeOf, type Document } from '../document.ts';
import { foldedLabel } from '../fold.ts';
import { withoutCurrency } from '../values/currency.ts';
import type { Wanted } from './wanted.ts';
import { wholeValue } from './whole.ts';

type TableFinder = Extract<Finder, { by: 'table' }>;

/** The cell below the first of the headers that there is, in each row that is named; without a name in the one row that there is, or where all rows say the same. */
export function findByTable(document: Document, finder: TableFinder, wanted: Wanted): readonly Candidate[] {
  const inScope = scopeOf(document, finder.within);
  return document.located.tables
    .flatMap((table) => cellsOf(document, table, finder, wanted))
    .filter(inScope)
    .flatMap((cell) => wholeValue(document, cell, wanted, 'table'));
}

function cellsOf(
  document: Document,
  { rows }: LocatedTable,
  finder: TableFinder,
  { type }: Wanted,
): readonly TextSpan[] {
  const labelText = type.kind === 'money' ? (text: string) => said(withoutCurrency(text, type)) : said;
  const says = (cell: TextSpan): string => labelText(document.text.slice(cell.start, cell.end));
  const names = [...new Set(finder.column.map(labelText))];
  const header = rows.findIndex((cells) => cells.some((cell) => names.includes(says(cell))));
  const headers = rows[header]?.map(says) ?? [];
  const column = headers.indexOf(names.find((name) => headers.includes(name)) ?? '');
  if (column === -1) return [];
  const below = rows.slice(header + 1).filter((cells) => cells.some((cell) => says(cell) !== ''));
  const rowNames = finder.row && new Set(finder.row.map(labelText));
  const chosen = rowNames ? below.filter((cells) => cells.some((cell) => rowNames.has(says(cell)))) : below;
  const cells = chosen.flatMap((row) => row[column] ?? []);
  const filled = rowNames ? cells : cells.filter((cell) => says(cell) !== '');
  return rowNames || new Set(filled.map(says)).size === 1 ? filled : [];
}

const said = (text: string): string => foldedLabel(text).replace(/[ :]+$/, '');
