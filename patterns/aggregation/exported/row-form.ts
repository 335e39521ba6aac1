import * as z from 'zod';
import type { Op, Request } from '../schema.ts';

/** A row of the query result: texts by column name. */
export type Row = Readonly<Record<string, string | null>>;

const count = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);
const decimal = z
  .string()
  .regex(/^-?\d+(?:\.\d+)?$/)
  .nullish();
const unit = z.string().nullish();

/** Values that a query can compute for a group. A value is NULL if the group has no values. */
const measures = {
  /**
   * Sums of the whole parts and of the fractions. The sum of many large numbers would not fit into one column with all
   * digits.
   */
  sum_whole: decimal,
  sum_part: decimal,
  over_whole: decimal,
  over_part: decimal,
  /** The smallest value, the largest, or the value at a percentile. */
  picked: decimal,
  /** The first and the last unit in the order of text. They differ if the group has several units. */
  unit_first: unit,
  unit_last: unit,
  over_unit_first: unit,
  over_unit_last: unit,
};
export type ExportedMeasure = keyof typeof measures;

/**
 * The cells of each kind of row, by name. The code that writes rows and the code that reads rows use the same names.
 */
export const rows = {
  /** A group. Its keys are in further cells, which `keyNames` names. */
  group: z.object({ objects: count, values: count, ...measures }),
  /** A shard of the object set: the number of its lines, their digest, and the markings of its objects. */
  shard: z.object({ shard: z.string(), objects: count, digest: z.string(), marks: z.string() }),
  /** The number of all objects of a type, whether they count or not. The type is given by its place in the plan. */
  type: z.object({ type: count, objects: count }),
  /** A reference that names an existing object. */
  ref: z.object({ type: count, id: z.string() }),
} as const;
export type RowKind = keyof typeof rows;

export const keyName = (i: number): string => `key${i}`;
export const keyNames = ({ groupBy = [] }: Pick<Request, 'groupBy'>): readonly string[] =>
  groupBy.map((_, i) => keyName(i));

/**
 * Returns the values that an operation needs for each group. No other values are computed, so the statement cannot fail
 * because of a value that nobody needs.
 */
export function measuresOf(op: Op): readonly ExportedMeasure[] {
  const [sum, units] = [['sum_whole', 'sum_part'] as const, ['unit_first', 'unit_last'] as const];
  switch (op.kind) {
    case 'count':
      return [];
    case 'sum':
    case 'mean':
      return [...sum, ...units];
    case 'rate':
      return op.of === undefined ? [] : [...sum, ...units];
    case 'ratio':
      return [...sum, ...units, 'over_whole', 'over_part', 'over_unit_first', 'over_unit_last'];
    case 'min':
    case 'max':
    case 'percentile':
      return ['picked', ...units];
  }
  return op satisfies never;
}

/**
 * Returns the columns of a statement. Every row has all columns, with NULL in the columns that only other kinds of row
 * use.
 */
export const rowColumns = (asked: Pick<Request, 'op' | 'groupBy'>): readonly string[] => [
  ...new Set([
    'row',
    ...keyNames(asked),
    'objects',
    'values',
    ...measuresOf(asked.op),
    ...[rows.shard, rows.type, rows.ref].flatMap(({ shape }) => Object.keys(shape)),
  ]),
];
