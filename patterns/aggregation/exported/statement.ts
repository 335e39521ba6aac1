import type { Hash } from '../../../contract/values/canonical.ts';
import { rankParts } from '../conclusion.ts';
import { aggregationLimits } from '../limits.ts';
import type { Plan } from '../plan.ts';
import type { Op, Request } from '../schema.ts';
import { objectColumns } from './columns.ts';
import { keyNames, measuresOf, type ExportedMeasure } from './row-form.ts';
import { rowSql } from './row-sql.ts';
import { sourceOf } from './source-sql.ts';
import { joinedSql, sqlName, parameter, sql, type Sql } from './sql.ts';

/**
 * Writes a plan as one SQL statement. It contains only names of the ontology, snapshot ids, and a parameter for every
 * value of the call. The column `row` tells the kind of a row (`RowKind`). Only SQL that both Trino and DuckDB support
 * is used.
 * @param snapshots the snapshot of each type, in the order of the plan's types
 */
export function statementOf(plan: Plan, snapshots: readonly Hash[]): Sql {
  const { args } = plan;
  const sources = snapshots.map((snapshot, at) => sourceOf(plan, at, { type: plan.types[at] ?? '', snapshot }));
  const seen = joinedSql(
    sources.map((source) => source.seen),
    union,
  );
  const rows = [groupRows(args), shardRows(args), ...sources.flatMap(({ total, found }) => [total, ...found])];
  return sql`WITH seen AS (\n${seen}\n)${ranked(args)}\n${joinedSql(rows, union)}`;
}

const union = '\nUNION ALL\n';
const [value, unit] = [sqlName('of_value'), sqlName('of_unit')];
const [below, belowUnit] = [sqlName('over_value'), sqlName('over_unit')];

/** Adds, for a percentile, the place of each value in its group and the number of values. */
function ranked(args: Request): Sql {
  if (args.op.kind !== 'percentile') return sql``;
  const keys = keyNames(args).map(sqlName);
  const own = joinedSql([...keys, sql`(${value} IS NULL)`], ', ');
  const all = keys.length === 0 ? sql`` : sql`PARTITION BY ${joinedSql(keys, ', ')}`;
  const place = sql`row_number() OVER (PARTITION BY ${own} ORDER BY ${value}) AS place`;
  return sql`, ranked AS (\nSELECT s.*, ${place}, count(${value}) OVER (${all}) AS total FROM seen AS s\n)`;
}

function groupRows(args: Request): Sql {
  const { op } = args;
  const keys = keyNames(args);
  const cells = {
    ...Object.fromEntries(keys.map((key) => [key, sqlName(key)])),
    objects: sql`count(*)`,
    values: 'of' in op && op.of !== undefined ? sql`count(${value})` : sql`count(*)`,
    ...Object.fromEntries(measuresOf(op).map((measure) => [measure, measured[measure](op)])),
  };
  const from = op.kind === 'percentile' ? sql`ranked AS s` : sql`seen AS s`;
  const by = keys.length === 0 ? sql`` : sql` GROUP BY ${joinedSql(keys.map(sqlName), ', ')} LIMIT ${most}`;
  return sql`(SELECT ${rowSql(args, 'group', cells)} FROM ${from}${by})`;
}

/** The limit is one group more than an answer may have. So a result with too many groups is noticed. */
const most: Sql = { text: String(aggregationLimits.groups + 1), parameters: [] };

/**
 * Sums the whole parts. A value has 20 digits before the point and 18 after it, so 38 digits hold each of the two sums
 * for any number of objects.
 */
const sumOfWholes = (of: Sql): Sql => sql`sum(CAST(${of} - ${of} % 1 AS decimal(38, 0)))`;
const sumOfParts = (of: Sql): Sql => sql`sum(${of} % 1)`;

const measured: Readonly<Record<ExportedMeasure, (op: Op) => Sql>> = {
  sum_whole: () => sumOfWholes(value),
  sum_part: () => sumOfParts(value),
  over_whole: () => sumOfWholes(below),
  over_part: () => sumOfParts(below),
  picked: pickedOf,
  unit_first: () => sql`min(${unit})`,
  unit_last: () => sql`max(${unit})`,
  over_unit_first: () => sql`min(${belowUnit})`,
  over_unit_last: () => sql`max(${belowUnit})`,
};

function pickedOf(op: Op): Sql {
  if (op.kind !== 'percentile') return op.kind === 'min' ? sql`min(${value})` : sql`max(${value})`;
  const parts = rankParts(op.percent);
  const [percent, of] = [whole(parts.percent), whole(parts.of)];
  const isIt = sql`place * ${of} >= total * ${percent} AND (place - 1) * ${of} < total * ${percent}`;
  return sql`max(CASE WHEN ${isIt} THEN ${value} END)`;
}

const whole = (number: bigint): Sql => sql`CAST(${parameter(String(number))} AS bigint)`;

const { line, shard } = objectColumns;
function shardRows(args: Request): Sql {
  const cells = {
    shard: sqlName(shard),
    objects: sql`count(*)`,
    digest: sql`to_hex(sha256(to_utf8(array_join(array_agg(${sqlName(line)} ORDER BY ${sqlName(line)}), chr(10)) || chr(10))))`,
    marks: sql`array_join(array_agg(DISTINCT marks), chr(10))`,
  };
  return sql`SELECT ${rowSql(args, 'shard', cells)} FROM seen AS s GROUP BY ${sqlName(shard)}`;
}
