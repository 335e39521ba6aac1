import type { Hash } from '../../../contract/values/canonical.ts';
import { exportTable } from '../../../contract/rows/exports.ts';
import type { Measured } from '../groups.ts';
import type { Member } from '../members.ts';
import type { Plan } from '../plan.ts';
import { plainNumber } from '../currencies.ts';
import { checkSql } from './check-sql.ts';
import { exportedColumnOf, currencyOf, objectColumns, snapshotColumn } from './columns.ts';
import { keyName } from './row-form.ts';
import { rowSql } from './row-sql.ts';
import { asText, constant, joinedSql, sqlName, parameter, sql, type Sql } from './sql.ts';

/** The parts of a statement for one type. */
export interface ExportedSource {
  /** Selects the objects that count. */
  readonly seen: Sql;
  /** Counts all objects of the type, whether they count for the metric or not. */
  readonly total: Sql;
  /** Selects the references to this type that name an existing object. */
  readonly found: readonly Sql[];
}

/**
 * Writes the parts of a statement for one type.
 * @param at the index of the type in the plan. Each row of the type contains it
 */
export function sourceOf(
  { args, of }: Plan,
  at: number,
  { type, snapshot }: { readonly type: string; readonly snapshot: Hash },
): ExportedSource {
  const { checks, measured } = of(type);
  const from = sql`FROM ${sqlName(exportTable(type))} AS t WHERE ${sqlName(snapshotColumn)} = ${constant(snapshot)}`;
  const refs = 'refs' in args.objects ? args.objects.refs.filter((ref) => ref.type === type) : [];
  const ids = joinedSql(
    refs.map(({ id }) => parameter(id)),
    ', ',
  );
  const named = refs.length === 0 ? [] : [sql`${sqlName(objectColumns.id)} IN (${ids})`];
  const place = constant(String(at));
  const fields = [
    ...measured.groupBy.map((member, i) => sql`${keyOf(member)} AS ${sqlName(keyName(i))}`),
    ...amountsOf(measured),
    ...[objectColumns.line, objectColumns.shard].map(sqlName),
    sql`${place} || chr(32) || ${sqlName(objectColumns.marks)} AS marks`,
  ];
  return {
    seen: sql`SELECT ${joinedSql(fields, ', ')} ${joinedSql([from, ...named, ...checks.map(checkSql)], ' AND ')}`,
    total: sql`SELECT ${rowSql(args, 'type', { type: place, objects: sql`count(*)` })} ${from}`,
    found: named.map(
      (is) => sql`SELECT ${rowSql(args, 'ref', { type: place, id: sqlName(objectColumns.id) })} ${from} AND ${is}`,
    ),
  };
}

/**
 * Writes a group key with a prefix for its kind. Otherwise the text `1` would look like the number 1, and the text
 * `true` like the boolean.
 */
function keyOf(member: Member): Sql {
  const kind = member.kind === 'integer' ? 'n' : member.kind === 'boolean' ? 'b' : 's';
  return sql`${constant(kind)} || ${asText(sqlName(exportedColumnOf(member).name))}`;
}

/** Selects the measured amounts, the divisors of a ratio, and their units, for objects that have both amounts. */
function amountsOf({ of, over }: Measured): readonly Sql[] {
  const amounts = [
    { member: of, other: over, as: 'of' },
    { member: over, other: of, as: 'over' },
  ];
  return amounts.flatMap(({ member, other, as }) => {
    if (!member) return [];
    const isBoth = joinedSql(
      [member, ...(other ? [other] : [])].map((one) => sql`${sqlName(exportedColumnOf(one).name)} IS NOT NULL`),
      ' AND ',
    );
    const amount = sql`CAST(${sqlName(exportedColumnOf(member).name)} AS decimal(38, 18))`;
    const unit = member.kind === 'money' ? sqlName(currencyOf(member).name) : constant(plainNumber);
    return [
      sql`CASE WHEN ${isBoth} THEN ${amount} END AS ${sqlName(`${as}_value`)}`,
      sql`CASE WHEN ${isBoth} THEN ${unit} END AS ${sqlName(`${as}_unit`)}`,
    ];
  });
}
