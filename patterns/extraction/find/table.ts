import type { Finder } from '../../../contract/artefacts/extractor.ts';
import type { LocatedTable, TextSpan } from '../../../contract/rows/located-text.ts';
import type { Candidate } from '../candidate.ts';
import { scopeOf, type Document } from '../document.ts';
import { joined, joinedAuthorsLabel } from '../fold.ts';
import { withoutCurrency } from '../values/currency.ts';
import type { Wanted } from './wanted.ts';
import { wholeValue } from './whole.ts';

type TableFinder = Extract<Finder, { by: 'table' }>;

/**
 * Finds cells by column and row. `column` and `row` list names, with the preferred name first. The column is that of
 * the first name that a header of the table has. The rows are those that have the first name that any row has. Without
 * `row`, the table must have one row, or the same value in all rows.
 */
export function findByTable(document: Document, finder: TableFinder, wanted: Wanted): readonly Candidate[] {
  const inScope = scopeOf(document, finder.within);
  const naming = namingOf(finder, wanted);
  return document.located.tables
    .flatMap((table) => {
      const cells = cellsOf(document, table, naming).filter(inScope);
      // Without row names, all cells have the same value, so one cell is enough.
      return finder.row ? cells : cells.slice(0, 1);
    })
    .flatMap((cell) => wholeValue({ document, wanted }, cell, 'table'));
}

/**
 * The names of columns and rows in the form in which they are compared. They are prepared once, because a document may
 * have thousands of tables.
 */
interface Naming {
  readonly columns: readonly string[];
  readonly rows: readonly string[] | undefined;
  /** The labels of all properties. */
  readonly known: ReadonlySet<string>;
  readonly bare: (text: string) => string;
}

function namingOf({ column, row }: TableFinder, { type, labels }: Wanted): Naming {
  const bare = (text: string): string => (type.kind === 'money' ? withoutCurrency(text, type) : text);
  const namesOf = (all: readonly string[]): readonly string[] => [
    ...new Set(all.map((one) => joinedAuthorsLabel(bare(one)))),
  ];
  return { columns: namesOf(column), rows: row && namesOf(row), known: new Set(namesOf(labels)), bare };
}

function cellsOf({ text }: Document, { rows }: LocatedTable, naming: Naming): readonly TextSpan[] {
  const { columns, known, bare } = naming;
  const textIn = (cell: TextSpan): string => text.slice(cell.start, Math.min(cell.end, cell.start + maxName));
  const says = (cell: TextSpan): string => joined(bare(textIn(cell)));
  const header = rows.findIndex((cells) => cells.some((cell) => columns.includes(says(cell))));
  const headers = rows[header]?.map(says) ?? [];
  const column = headers.indexOf(columns.find((name) => headers.includes(name)) ?? '');
  if (column === -1) return [];
  const below = rows.slice(header + 1).filter((cells) => cells.some((cell) => says(cell) !== ''));
  const named = (cell: TextSpan): string => {
    const name = says(cell);
    return known.has(name) ? name : joined(withoutRemark(bare(textIn(cell))));
  };
  const chosen = naming.rows ? rowsOf(below, naming.rows, named) : below;
  const cells = chosen.flatMap((row) => row[column] ?? []);
  const filled = naming.rows ? cells : cells.filter((cell) => says(cell) !== '');
  return naming.rows || new Set(filled.map(says)).size === 1 ? filled : [];
}

/** Returns the rows that contain the first name that occurs in any row. */
function rowsOf(
  rows: LocatedTable['rows'],
  names: readonly string[],
  says: (cell: TextSpan) => string,
): LocatedTable['rows'] {
  const said = rows.map((cells) => ({ cells, has: new Set(cells.map(says)) }));
  const name = names.find((one) => said.some(({ has }) => has.has(one)));
  return name === undefined ? [] : said.filter(({ has }) => has.has(name)).map(({ cells }) => cells);
}

/** Removes a remark at the end, so that `Genel toplam` also names `GENEL TOPLAM (TL, KDV dahil)`. */
const withoutRemark = (text: string): string => text.replace(/\s*\([^()]{1,60}\)\s*$/, '');
/** The longest text of a cell that is compared with a name. */
const maxName = 200;
