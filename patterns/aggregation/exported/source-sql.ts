import type { Hash } from '../../../contract/canonical.ts';
import { exportTable } from '../../../contract/exports.ts';
import type { Measured } from '../groups.ts';
import type { Member } from '../members.ts';
import type { Plan } from '../plan.ts';
import { checkSql } from './check-sql.ts';
import { columnOf, currencyOf, objectColumns, snapshotColumn } from './columns.ts';
import { asText, keyName, nothing, rowSql } from './row-sql.ts';
import { constant, joined, name, parameter, sql, type Sql } from './sql.ts';

/** What one type adds to a statement. */
export interface Source {
  /** Its objects that count. */
  readonly seen: Sql;
  /** How many it has, counted or not. */
  readonly total: Sql;
  /** Which of the references to it name one. */
  readonly found: readonly Sql[];
}

/** @param at the type's place in the plan, by which rows name it */
export function sourceOf({ args, types, of }: Plan, at: number, type: string, snapshot: Hash): Source {
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
    ...measured.groupBy.map((member, i) => sql`${keyOf(member)} AS ${keyName(i)}`),
    ...amountsOf(
      measured,
      types.every((one) => isWhole(of(one).measured)),
    ),
    ...[objectColumns.line, objectColumns.shard].map(name),
    sql`${place} || chr(32) || ${name(objectColumns.marks)} AS marks`,
  ];
  return {
    seen: sql`SELECT ${joined(fields, ', ')} ${joined([from, ...named, ...checks.map(checkSql)], ' AND ')}`,
    total: sql`SELECT ${rowSql('t', [place], [asText(sql`count(*)`)])} ${from}`,
    found: named.map((is) => sql`SELECT ${rowSql('r', [place, name(objectColumns.id)], [])} ${from} AND ${is}`),
  };
}

const isWhole = ({ of, over }: Measured): boolean =>
  [of, over].every((member) => member === undefined || member.kind === 'integer');

/** A key says what it is: a text is no number, and `true` no text. */
function keyOf(member: Member): Sql {
  const kind = member.kind === 'integer' ? 'n' : member.kind === 'boolean' ? 'b' : 's';
  return sql`${constant(kind)} || ${asText(name(columnOf(member).name))}`;
}

/** `v` and `w`: what is measured and what a ratio is over, of objects that have both; `u` and `x`: their currencies. */
function amountsOf({ of, over }: Measured, whole: boolean): readonly Sql[] {
  const type = whole ? sql`decimal(38, 0)` : sql`decimal(38, 18)`;
  const amount = (member: Member): Sql => sql`CAST(${name(columnOf(member).name)} AS ${type})`;
  const currency = (member: Member): Sql => (member.kind === 'money' ? name(currencyOf(member).name) : nothing);
  const besides = (other: Member | undefined, value: Sql): Sql =>
    other ? sql`CASE WHEN ${name(columnOf(other).name)} IS NOT NULL THEN ${value} END` : value;
  const none = sql`CAST(NULL AS ${type})`;
  return [
    sql`${of ? besides(over, amount(of)) : none} AS v`,
    sql`${over ? besides(of, amount(over)) : none} AS w`,
    sql`${of ? besides(over, currency(of)) : nothing} AS u`,
    sql`${over ? besides(of, currency(over)) : nothing} AS x`,
  ];
}
