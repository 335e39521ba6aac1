import type { TextSpan } from '../../contract/rows/located-text.ts';
import type { TextBuilder } from './text-builder.ts';

/** Appends rows of cells as lines, cells parted by tabs; a cell's slice is its value, whatever stands in it. */
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
