import { CsvError, parse } from 'csv-parse/sync';
import type { Locate } from './located.ts';
import { SourceRefused } from './source-refused.ts';
import { addTable } from './table-text.ts';
import { TextBuilder } from './text-builder.ts';
import { textOf } from './text-of.ts';

/** Comma (RFC 4180), semicolon where the comma is the decimal sign, tab. */
const delimiters = [',', ';', '\t'] as const;

/**
 * CSV as one table of the cells' values, quotes and doubled quotes taken off. The delimiter is the declared one, or the
 * one of three that stands as often in most lines, outside quotes.
 */
export const csv: Locate = (bytes, { charset, delimiter }) => {
  const text = textOf(bytes, charset);
  const builder = new TextBuilder();
  addTable(builder, 'csv', recordsOf(text, delimiter === undefined ? delimiterOf(text) : named(delimiter)));
  return builder.build();
};

function recordsOf(text: string, delimiter: string): readonly (readonly string[])[] {
  try {
    return parse(text, { delimiter, relax_column_count: true, skip_empty_lines: true, max_record_size: 1_000_000 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new SourceRefused('source.corrupt', `no CSV: ${error.code}`);
  }
}

function named(delimiter: string): string {
  const found = { comma: ',', semicolon: ';', tab: '\t', ',': ',', ';': ';', '\t': '\t' }[delimiter];
  if (found === undefined) throw new SourceRefused('source.unsupported', 'delimiter: one of comma, semicolon, tab');
  return found;
}

/** By so much a delimiter must outweigh the next: one that might be another is not guessed. */
const decided = 1.5;

/** The one that stands as often in most lines, as in those of a table; what prose and decimals hold of another does not. */
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
      'delimiter: two of them part its lines. Declare comma, semicolon or tab',
    );
  }
  return best.weight === 0 ? ',' : best.delimiter;
}
