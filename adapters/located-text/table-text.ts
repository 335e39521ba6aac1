import type { TextSpan } from '../../contract/rows/located-text.ts';
import type { TextBuilder } from './text-builder.ts';

/**
 * Appends a table: rows as lines, and tabs between cells. The span of a cell is exactly its value, even if the value
 * contains a tab or a line break.
 */
export function addTable(builder: TextBuilder, name: string, records: readonly (readonly string[])[]): TextSpan {
  builder.breakLine();
  const start = builder.length;
  const rows = records.map((cells) => {
    const row = cells.map((cell, i) => {
      if (i > 0) builder.append('\t');
      return builder.append(cell);
    });
    builder.append('\n');
    return row;
  });
  builder.table({ name, rows });
  return { start, end: builder.length };
}
