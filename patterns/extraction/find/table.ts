import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { LocatedTable, TextSpan } from '../../../contract/rows/located-text.ts';
import type { Candidate } from '../candidate.ts';
import { scopeOf, type Document } from '../document.ts';
import { joined } from '../fold.ts';
import { withoutCurrency } from '../values/currency.ts';
import type { Wanted } from './wanted.ts';
import { wholeValue } from './whole.ts';

type TableFinder = Extract<Finder, { by: 'table' }>;

/**
 * The cell below the first of the headers that there is, in each row of the first name that there is; without names in the one
 * row that there is, or where all rows say the same.
 */
export function findByTable(document: Document, finder: TableFinder, wanted: Wanted): readonly Candidate[] {
  const inScope = scopeOf(document, finder.within);
  return document.located.tables
    .flatMap((table) => {
      const cells = cellsOf(document, table, finder, wanted).filter(inScope);
      // Without names they all say the same.
      return finder.row ? cells : cells.slice(0, 1);
    })
    .flatMap((cell) => wholeValue(document, cell, wanted, 'table'));
}

function cellsOf(
  document: Document,
  { rows }: LocatedTable,
  finder: TableFinder,
  { type, labels }: Wanted,
): readonly TextSpan[] {
  const bare = (text: string): string => (type.kind === 'money' ? withoutCurrency(text, type) : text);
  const labelText = (text: string): string => joined(bare(text));
  const textIn = (cell: TextSpan): string => document.text.slice(cell.start, Math.min(cell.end, cell.start + maxName));
  const says = (cell: TextSpan): string => labelText(textIn(cell));
  const names = [...new Set(finder.column.map(labelText))];
  const header = rows.findIndex((cells) => cells.some((cell) => names.includes(says(cell))));
  const headers = rows[header]?.map(says) ?? [];
  const column = headers.indexOf(names.find((name) => headers.includes(name)) ?? '');
  if (column === -1) return [];
  const below = rows.slice(header + 1).filter((cells) => cells.some((cell) => says(cell) !== ''));
  const known = new Set(labels.map(labelText));
  const named = (cell: TextSpan): string =>
    known.has(says(cell)) ? says(cell) : joined(withoutRemark(bare(textIn(cell))));
  const chosen = finder.row ? rowsOf(below, [...new Set(finder.row.map(labelText))], named) : below;
  const cells = chosen.flatMap((row) => row[column] ?? []);
  const filled = finder.row ? cells : cells.filter((cell) => says(cell) !== '');
  return finder.row || new Set(filled.map(says)).size === 1 ? filled : [];
}

/** Those of the first name that any row has. */
function rowsOf(
  rows: LocatedTable['rows'],
  names: readonly string[],
  says: (cell: TextSpan) => string,
): LocatedTable['rows'] {
  const said = rows.map((cells) => ({ cells, has: new Set(cells.map(says)) }));
  const name = names.find((one) => said.some(({ has }) => has.has(one)));
  return name === undefined ? [] : said.filter(({ has }) => has.has(name)).map(({ cells }) => cells);
}

/** `GENEL TOPLAM (TL, KDV dahil)` is named by `Genel toplam`, unless it is a label of its own. */
const withoutRemark = (text: string): string => text.replace(/\s*\([^()]{1,60}\)\s*$/, '');
/** A longer cell is the name of nothing. */
const maxName = 200;
