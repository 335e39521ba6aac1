import type { Hash } from '../../../contract/values/canonical.ts';
import { exportTable } from '../../../contract/rows/exports.ts';
import type { Measured } from '../groups.ts';
import type { Member } from '../members.ts';
import type { Plan } from '../plan.ts';
import { plain } from '../currencies.ts';
import { checkSql } from './check-sql.ts';
import { columnOf, currencyOf, objectColumns, snapshotColumn } from './columns.ts';
import { keyName } from './row-form.ts';
import { rowSql } from './row-sql.ts';
import { asText, constant, joined, name, parameter, sql, type Sql } from './sql.ts';

/** The parts of a statement for one type. */
export interface Source {
  /** The objects that count. */
  readonly seen: Sql;
  /** The number of all its objects, counted or not. */
  readonly total: Sql;
  /** The references to this type that name an existing object. */
  readonly found: readonly Sql[];
}

/** The parts of a statement for one type. @param at the type's place in the plan, which its rows carry */
export function sourceOf({ args, of }: Plan, at: number, type: string, snapshot: Hash): Source {
  const { checks, measured } = of(type);
  const from = sql`FROM ${name(exportTable(type))} AS t WHERE ${name(snapshotColumn)} = ${constant(snapshot)}`;
  const refs = 'refs' in args.objects ? args.objects.refs.filter((ref) => ref.type === type) : [];
  const ids = joined(
    refs.map(({ id }) => parameter(id)),
    ', ',
  );
  const named = refs.length === 0 ? [] : [sql`${name(objectColumns.id)} IN (${ids})`];
  const place = constant(String(at));
  const fields = [
    ...measured.groupBy.map((member, i) => sql`${keyOf(member)} AS ${name(keyName(i))}`),
    ...amountsOf(measured),
    ...[objectColumns.line, objectColumns.shard].map(name),
    sql`${place} || chr(32) || ${name(objectColumns.marks)} AS marks`,
  ];
  return {
    seen: sql`SELECT ${joined(fields, ', ')} ${joined([from, ...named, ...checks.map(checkSql)], ' AND ')}`,
    total: sql`SELECT ${rowSql(args, 'type', { type: place, objects: sql`count(*)` })} ${from}`,
    found: named.map(
      (is) => sql`SELECT ${rowSql(args, 'ref', { type: place, id: name(objectColumns.id) })} ${from} AND ${is}`,
    ),
  };
}

/** A key carries its kind: the text `1` differs from the number 1, and the text `true` from the boolean. */
function keyOf(member: Member): Sql {
  const kind = member.kind === 'integer' ? 'n' : member.kind === 'boolean' ? 'b' : 's';
  return sql`${constant(kind)} || ${asText(name(columnOf(member).name))}`;
}

/** The measured amount and the divisor of a ratio, for objects that have both, and their units. */
function amountsOf({ of, over }: Measured): readonly Sql[] {
  const amounts = [
    { member: of, other: over, as: 'of' },
    { member: over, other: of, as: 'over' },
  ];
  return amounts.flatMap(({ member, other, as }) => {
    if (!member) return [];
    const isBoth = joined(
      [member, ...(other ? [other] : [])].map((one) => sql`${name(columnOf(one).name)} IS NOT NULL`),
      ' AND ',
    );
    const amount = sql`CAST(${name(columnOf(member).name)} AS decimal(38, 18))`;
    const unit = member.kind === 'money' ? name(currencyOf(member).name) : constant(plain);
    return [
      sql`CASE WHEN ${isBoth} THEN ${amount} END AS ${name(`${as}_value`)}`,
      sql`CASE WHEN ${isBoth} THEN ${unit} END AS ${name(`${as}_unit`)}`,
    ];
  });
}
