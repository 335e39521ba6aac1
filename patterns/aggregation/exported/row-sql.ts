import type { z } from 'zod';
import type { Request } from '../schema.ts';
import { rowColumns, type rows, type RowKind } from './row-form.ts';
import { asText, constant, joinedSql, sqlName, nothing, sql, type Sql } from './sql.ts';

type Cells<K extends RowKind> = Readonly<Record<keyof z.input<(typeof rows)[K]>, Sql>>;

/** The SQL for the cells of each kind of row. The cells of a group depend on its operation. */
interface Written {
  readonly group: Pick<Cells<'group'>, 'objects' | 'values'> & Readonly<Record<string, Sql>>;
  readonly shard: Cells<'shard'>;
  readonly type: Cells<'type'>;
  readonly ref: Cells<'ref'>;
}

/** Writes the select list of a row: all columns of the statement, each as text. */
export function rowSql<K extends RowKind>(
  asked: Pick<Request, 'op' | 'groupBy'>,
  kind: K,
  cells: Written[K] & Readonly<Record<string, Sql>>,
): Sql {
  const all: Readonly<Record<string, Sql>> = { row: constant(kind), ...cells };
  const columns = rowColumns(asked).map((column) => {
    const cell = Object.hasOwn(all, column) ? all[column] : undefined;
    return sql`${cell ? asText(cell) : nothing} AS ${sqlName(column)}`;
  });
  return joinedSql(columns, ', ');
}
