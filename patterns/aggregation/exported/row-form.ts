import * as z from 'zod';
import type { Op, Request } from '../schema.ts';

/** A row of the statement: texts by the names of its columns. */
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

/** What may be computed of a group's values; NULL where it has none. */
const measures = {
  /** Sums of what is before the point and of what is behind it: one column does not hold both of many great numbers. */
  sum_whole: decimal,
  sum_part: decimal,
  over_whole: decimal,
  over_part: decimal,
  /** The least, the greatest, or that of a percentile. */
  picked: decimal,
  /** First and last in the order of texts: two, where there are several. */
  unit_first: unit,
  unit_last: unit,
  over_unit_first: unit,
  over_unit_last: unit,
};
export type Measure = keyof typeof measures;

/** What a row of each kind says. Whoever writes one and whoever reads it have these names for its cells, and no order. */
export const rows = {
  /** Its keys are further cells, by `keyNames`. */
  group: z.object({ objects: count, values: count, ...measures }),
  /** A shard of the object set: how many lines it has, their digest, and how its objects are marked. */
  shard: z.object({ shard: z.string(), objects: count, digest: z.string(), marks: z.string() }),
  /** How many objects a type has, counted or not. Types go by their place in the plan. */
  type: z.object({ type: count, objects: count }),
  /** A reference that names an object. */
  ref: z.object({ type: count, id: z.string() }),
} as const;
export type RowKind = keyof typeof rows;

export const keyName = (i: number): string => `key${i}`;
export const keyNames = ({ groupBy = [] }: Pick<Request, 'groupBy'>): readonly string[] =>
  groupBy.map((_, i) => keyName(i));

/** What an operation needs of a group. No more is computed, so nothing that was not asked for can fail. */
export function measuresOf(op: Op): readonly Measure[] {
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

/** The columns of a statement: every row has all of them, and is NULL in those that are not of its kind. */
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
