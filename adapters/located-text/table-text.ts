import type { LocatedTable, TextSpan } from '../../contract/rows/located-text.ts';
import type { TextBuilder } from './text-builder.ts';

/** The text of a cell, and the parts of it that are raised above or lowered below its line. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly (TextSpan & { readonly kind: 'raised' | 'lowered' })[];
}

/** A table whose cells may have marks. */
export interface MarkedTable {
  readonly name: string;
  readonly rows: readonly (readonly MarkedText[])[];
}

/**
 * Appends a table: rows as lines, and tabs between cells. The span of a cell is exactly its value, even if the value
 * contains a tab or a line break.
 */
export function addTable(builder: TextBuilder, { name, rows }: MarkedTable): TextSpan {
  builder.breakLine();
  const start = builder.length;
  const spans: LocatedTable['rows'] = rows.map((cells) => {
    const row = cells.map((cell, i) => {
      if (i > 0) builder.append('\t');
      return addCell(builder, cell);
    });
    builder.append('\n');
    return row;
  });
  builder.table({ name, rows: spans });
  return { start, end: builder.length };
}

function addCell(builder: TextBuilder, { text, marks }: MarkedText): TextSpan {
  const span = builder.append(text);
  for (const { kind, start, end } of marks) {
    builder.region(kind, '', { start: span.start + start, end: span.start + end });
  }
  return span;
}

/** Returns a text without marks. */
export const withoutMarks = (text: string): MarkedText => ({ text, marks: [] });
