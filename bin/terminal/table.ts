import { visible } from './visible.ts';

/** A row of a table: its cells, and lines that are printed below it, indented. */
export interface TableRow {
  readonly cells: readonly string[];
  readonly below?: readonly string[];
}

/** Returns a table with aligned columns. The last column is not padded. */
export function alignedTable(header: readonly string[], rows: readonly TableRow[]): string {
  const all = [{ cells: header }, ...rows].map((row) => ({ ...row, cells: row.cells.map(visible) }));
  const widths = header.map((_, i) => Math.max(...all.map(({ cells }) => (cells[i] ?? '').length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, i) => (i === cells.length - 1 ? cell : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
  return all
    .flatMap(({ cells, below = [] }: TableRow) => [line(cells), ...below.map((text) => `    ${visible(text)}`)])
    .map((text) => `${text}\n`)
    .join('');
}

/** Returns names with their values, one a line. Undefined values are left out. */
export function factsText(facts: readonly (readonly [name: string, value: unknown])[]): string {
  const known = facts.filter(([, value]) => value !== undefined && value !== null && value !== '');
  const width = Math.max(0, ...known.map(([name]) => name.length));
  return known.map(([name, value]) => `${name.padEnd(width)}  ${visible(value)}\n`).join('');
}
