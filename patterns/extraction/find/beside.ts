import type { LocatedTable, LocatedText, TextSpan } from '../../../contract/rows/located-text.ts';
import type { CellPlace } from '../cells.ts';
import type { Document } from '../document.ts';
import type { Line } from '../lines.ts';
import { spanHolds, lastAtMost } from '../spans.ts';
import { currenciesIn, currencyAlone, type MoneyType } from '../values/currency.ts';

/** A document, and the currencies found in it so far. */
interface Known {
  readonly known: Kept;
  readonly document: Document;
}

/**
 * Returns the currencies that are named near a passage: in the headers of its row and column, or on its line. In a JSON
 * source, returns those that are named in the object that contains the passage.
 */
export function namedBeside(document: Document, place: TextSpan, type: MoneyType): ReadonlySet<string> {
  const known = keptFor(document, type);
  if (document.located.pointers) return namedInObject({ known, document }, place, type);
  const cell = document.cells.at(place);
  if (!cell) return namedOnLine({ known, document }, document.lines.at(place.start), type);
  const row = namedInRow({ known, document }, cell, type);
  const above = headerOf({ known, document }, cell, type);
  return above === undefined ? row : new Set([...row, ...above]);
}

interface Header {
  readonly row: number;
  readonly named: ReadonlySet<string>;
}

/**
 * Currencies that were already read from a document for a type of money. They are kept, because a document may have a
 * million cells and the currencies are needed for each cell.
 */
interface Kept {
  readonly lines: Map<Line, ReadonlySet<string>>;
  readonly rows: Map<readonly TextSpan[], ReadonlySet<string>>;
  readonly headers: Map<LocatedTable, Map<number, readonly Header[]>>;
  members: Members | undefined;
}
const kept = new WeakMap<Document, Map<string, Kept>>();

function keptFor(document: Document, { currencies }: MoneyType): Kept {
  const all = kept.get(document) ?? new Map<string, Kept>();
  kept.set(document, all);
  const key = currencies.join(' ');
  const made = all.get(key) ?? { lines: new Map(), rows: new Map(), headers: new Map(), members: undefined };
  all.set(key, made);
  return made;
}

type Naming = (text: string) => Iterable<string>;
const alone =
  (type: MoneyType): Naming =>
  (text) => {
    const code = currencyAlone(text, type);
    return code === undefined ? [] : [code];
  };
/**
 * Makes a function that finds the currencies that a text names. In a text with a digit, the function finds no currency:
 * the text is an amount or a sentence, and its currency applies only to itself.
 */
const unlessAmount =
  (type: MoneyType): Naming =>
  (text) =>
    /\d/.test(text) ? [] : currenciesIn(text, type);

const namedIn = ({ text }: Document, spans: readonly TextSpan[], naming: Naming): ReadonlySet<string> =>
  new Set(spans.flatMap(({ start, end }) => [...naming(text.slice(start, end))]));

function namedOnLine({ known: { lines }, document }: Known, line: Line, type: MoneyType): ReadonlySet<string> {
  const named = lines.get(line) ?? namedIn(document, line.pieces, unlessAmount(type));
  lines.set(line, named);
  return named;
}

function namedInRow(
  { known: { rows }, document }: Known,
  { table, row }: CellPlace,
  type: MoneyType,
): ReadonlySet<string> {
  const cells = table.rows[row] ?? [];
  const named = rows.get(cells) ?? namedIn(document, cells, unlessAmount(type));
  rows.set(cells, named);
  return named;
}

/**
 * Returns the currencies named by the nearest cell above in the same column that names a currency and contains no
 * amount. Undefined if there is no such cell.
 */
function headerOf(
  { known: { headers }, document: { text } }: Known,
  { table, row, column }: CellPlace,
  type: MoneyType,
): ReadonlySet<string> | undefined {
  const columns = headers.get(table) ?? headersOf(text, table, type);
  headers.set(table, columns);
  const ofColumn = columns.get(column) ?? [];
  return ofColumn[lastAtMost(ofColumn, row - 1, (one) => one.row)]?.named;
}

const maxHeader = 200;
function headersOf(text: string, { rows }: LocatedTable, type: MoneyType): Map<number, readonly Header[]> {
  const columns = new Map<number, Header[]>();
  for (const [row, cells] of rows.entries()) {
    for (const [column, { start, end }] of cells.entries()) {
      const named = new Set(unlessAmount(type)(text.slice(start, Math.min(end, start + maxHeader))));
      if (named.size === 0) continue;
      const made = columns.get(column) ?? [];
      columns.set(column, made);
      made.push({ row, named });
    }
  }
  return columns;
}

/** The scalars of a JSON source in the order of the text, and the scalars of each object by the object's pointer. */
interface Members {
  readonly rising: readonly { readonly span: TextSpan; readonly parent: string }[];
  readonly byParent: ReadonlyMap<string, readonly TextSpan[]>;
  /** The currencies named by the scalars of each object, by the object's pointer. */
  readonly named: Map<string, ReadonlySet<string>>;
}

const nothing: ReadonlySet<string> = new Set();

function namedInObject({ known, document }: Known, place: TextSpan, type: MoneyType): ReadonlySet<string> {
  const { rising, byParent, named } = (known.members ??= membersOf(document.located.pointers ?? {}));
  const own = rising[lastAtMost(rising, place.start, ({ span }) => span.start)];
  if (!own || !spanHolds(own.span, place)) return nothing;
  const made = named.get(own.parent) ?? namedIn(document, byParent.get(own.parent) ?? [], alone(type));
  named.set(own.parent, made);
  return made;
}

function membersOf(pointers: NonNullable<LocatedText['pointers']>): Members {
  const rising = Object.entries(pointers)
    .map(([pointer, span]) => ({ span, parent: pointer.slice(0, pointer.lastIndexOf('/') + 1) }))
    .toSorted((a, b) => a.span.start - b.span.start);
  const grouped = Map.groupBy(rising, ({ parent }) => parent);
  const byParent = new Map([...grouped].map(([parent, all]) => [parent, all.map(({ span }) => span)] as const));
  return { rising, byParent, named: new Map() };
}
