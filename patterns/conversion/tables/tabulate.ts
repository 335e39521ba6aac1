import { Failure } from '../../../contract/failures.ts';
import type { Product } from '../../../contract/pattern.ts';
import { refused } from '../refused.ts';
import { cell, type Cell } from './cells.ts';
import { layouts } from './layouts.ts';
import type { TableAnswer, TableTarget } from './shapes.ts';

const maxRows = 5000;
/** The most characters of a table. With up to two bytes for each, it stays below the 5 MB of a result. */
const maxCharacters = 2_000_000;

/**
 * Makes a table from rows. Each column declares where its value is, its type and its format.
 * @throws Failure `arguments.invalid` naming the member; `result.too_large` before the table is written
 */
export function tabulate(value: unknown, target: TableTarget): Product<TableAnswer, never> {
  if (!Array.isArray(value) || value.length > maxRows)
    throw refused('/value', `must be an array of at most ${maxRows} rows`);
  const { columns, format } = target;
  const layout = layouts[format];
  const headings = columns.map(({ heading }): Cell => ({ text: heading, free: true }));
  const body = value.map((row: unknown, i) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw refused(`/value/${i}`, 'must be an object');
    return columns.map((column) => cell({ row, rowPointer: `/value/${i}` }, column, target));
  });
  const written = [headings, ...body];
  const rows = written.map((row) => row.map(layout.guard));
  const changed = rows.flatMap((row, i) => row.filter(({ text }, j) => text !== written[i]?.[j]?.text));
  if (layout.size(rows) > maxCharacters) {
    throw new Failure('result.too_large', `the table is longer than ${maxCharacters} characters. Send fewer rows`);
  }
  const numeric = columns.map(({ type }) => type === 'integer' || type === 'decimal');
  return {
    result: {
      status: 'tabulated',
      format,
      mediaType: layout.mediaType,
      text: layout.write(rows, numeric),
      rows: body.length,
      columns: columns.length,
      guarded: changed.length,
    },
  };
}
