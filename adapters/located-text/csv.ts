import { CsvError, parse } from 'csv-parse/sync';
import type { Locate } from './located.ts';
import { SourceRefused } from './source-refused.ts';
import { addTable, withoutMarks } from './table-text.ts';
import { TextBuilder } from './text-builder.ts';
import { textOf } from './text-of.ts';

/**
 * The delimiters that are supported: the comma (RFC 4180), the semicolon (common where the comma is the decimal sign)
 * and the tab.
 */
const delimiters = [',', ';', '\t'] as const;

/**
 * Reads CSV as one table of cell values without their quotes. A declared delimiter is used. If no delimiter is
 * declared, the one of `delimiters` is used that occurs equally often in most lines, outside quotes.
 */
export const csv: Locate = (bytes, { charset, delimiter }) => {
  const text = textOf(bytes, charset);
  const builder = new TextBuilder();
  const records = recordsOf(text, delimiter === undefined ? delimiterOf(text) : named(delimiter));
  addTable(builder, { name: 'csv', rows: records.map((cells) => cells.map(withoutMarks)) });
  return builder.build();
};

function recordsOf(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: 1_000_000 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SourceRefused('source.corrupt', `the text is not valid CSV: ${error.code}`);
  }
}

function named(delimiter: string): string {
  const found = { comma: ',', semicolon: ';', tab: '\t', ',': ',', ';': ';', '\t': '\t' }[delimiter];
  if (found === undefined)
    throw new SourceRefused(
      'source.unsupported',
      'the delimiter is not supported. Declare one of: comma, semicolon, tab',
    );
  return found;
}

/**
 * The greatest weight must be at least this multiple of the second greatest weight. If it is less, no delimiter is
 * guessed.
 */
const decided = 1.5;

/**
 * Finds the delimiter that occurs equally often in most lines, as it does in a table. Commas of prose and of decimals
 * occur irregularly.
 * @throws SourceRefused if two delimiters are possible
 */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 64_000)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]+/);
  const weighed = delimiters.map((delimiter) => {
    const linesBy = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(delimiter).length - 1;
      if (count > 0) linesBy.set(count, (linesBy.get(count) ?? 0) + 1);
    }
    return { delimiter, weight: Math.max(0, ...[...linesBy].map(([count, often]) => often ** 2 * count)) };
  });
  const [best, second] = weighed.toSorted((a, b) => b.weight - a.weight);
  if (best === undefined || second === undefined || best.weight < decided * second.weight) {
    throw new SourceRefused(
      'source.unsupported',
      'two delimiters are possible. Declare the delimiter: comma, semicolon or tab',
    );
  }
  return best.weight === 0 ? ',' : best.delimiter;
}
