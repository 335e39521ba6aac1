import { aggregationLimits } from '../limits.ts';
import { constant, joined, name, sql, type Sql } from './sql.ts';

/** A group, a shard of the object set, how many objects a type has, a reference that names one. */
export type RowKind = 'g' | 's' | 't' | 'r';

const keysAtMost = aggregationLimits.groupBy;
const valuesAtMost = 9;
/** Of a row: its kind, its keys, and what it says of them. */
export const rowWidth = 1 + keysAtMost + valuesAtMost;
export const valuesAt = 1 + keysAtMost;

export const nothing = sql`CAST(NULL AS varchar)`;
export const asText = (value: Sql): Sql => sql`CAST(${value} AS varchar)`;
export const keyName = (i: number): Sql => name(`k${i}`);

/** The columns of a row; all rows have as many, each a text. */
export function rowSql(kind: RowKind, keys: readonly Sql[], values: readonly Sql[]): Sql {
  const cells = [constant(kind), ...padded(keys, keysAtMost), ...padded(values, valuesAtMost)];
  return joined(
    cells.map((cell, i) => sql`${cell} AS ${name(`c${i}`)}`),
    ', ',
  );
}

const padded = (cells: readonly Sql[], width: number): readonly Sql[] =>
  Array.from({ length: width }, (_, i) => cells[i] ?? nothing);
