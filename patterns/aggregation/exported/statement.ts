import type { Hash } from '../../../contract/canonical.ts';
import { rankParts } from '../conclusion.ts';
import { aggregationLimits } from '../limits.ts';
import type { Plan } from '../plan.ts';
import { objectColumns } from './columns.ts';
import { asText, keyName, nothing, rowSql } from './row-sql.ts';
import { sourceOf } from './source-sql.ts';
import { joined, name, parameter, sql, type Sql } from './sql.ts';

/**
 * A plan as one statement: names of the ontology, the snapshots' ids, and a parameter for every value of the call. Each of
 * its rows says by its first column what it is (`RowKind`). Written in what Trino and DuckDB have in common.
 * @param snapshots of the plan's types, in their order
 */
export function statementOf(plan: Plan, snapshots: readonly Hash[]): Sql {
  const sources = snapshots.map((snapshot, at) => sourceOf(plan, at, plan.types[at] ?? '', snapshot));
  const seen = joined(
    sources.map((source) => source.seen),
    union,
  );
  const rows = [groupRows(plan), shardRows, ...sources.flatMap(({ total, found }) => [total, ...found])];
  return sql`WITH seen AS (\n${seen}\n)${ranked(plan)}\n${joined(rows, union)}`;
}

const union = '\nUNION ALL\n';

/** For a percentile: each value's place among those of its group, and their number. */
function ranked({ args: { op, groupBy = [] } }: Plan): Sql {
  if (op.kind !== 'percentile') return sql``;
  const keys = groupBy.map((_, i) => keyName(i));
  const own = joined([...keys, sql`(v IS NULL)`], ', ');
  const all = keys.length === 0 ? sql`` : sql`PARTITION BY ${joined(keys, ', ')}`;
  const place = sql`row_number() OVER (PARTITION BY ${own} ORDER BY v) AS place`;
  return sql`, ranked AS (\nSELECT s.*, ${place}, count(v) OVER (${all}) AS total FROM seen AS s\n)`;
}

function groupRows({ args: { op, groupBy = [] } }: Plan): Sql {
  const keys = groupBy.map((_, i) => keyName(i));
  const values = [
    sql`count(*)`,
    'of' in op && op.of !== undefined ? sql`count(v)` : sql`count(*)`,
    sql`sum(v)`,
    sql`sum(w)`,
    pickedOf(op),
    ...[name('u'), name('x')].flatMap((unit) => [sql`min(${unit})`, sql`max(${unit})`]),
  ];
  const from = op.kind === 'percentile' ? sql`ranked AS s` : sql`seen AS s`;
  const by = keys.length === 0 ? sql`` : sql` GROUP BY ${joined(keys, ', ')} LIMIT ${most}`;
  return sql`(SELECT ${rowSql('g', keys, values.map(asText))} FROM ${from}${by})`;
}

/** One more than an answer holds tells that there are more. */
const most: Sql = { text: String(aggregationLimits.groups + 1), parameters: [] };

function pickedOf(op: Plan['args']['op']): Sql {
  if (op.kind === 'min') return sql`min(v)`;
  if (op.kind === 'max') return sql`max(v)`;
  if (op.kind !== 'percentile') return nothing;
  const parts = rankParts(op.percent);
  const [percent, of] = [whole(parts.percent), whole(parts.of)];
  const isIt = sql`place * ${of} >= total * ${percent} AND (place - 1) * ${of} < total * ${percent}`;
  return sql`max(CASE WHEN ${isIt} THEN v END)`;
}

const whole = (number: bigint): Sql => sql`CAST(${parameter(String(number))} AS bigint)`;

const { line, shard } = objectColumns;
/** How many lines a shard has, their digest, and how its objects are marked. */
const shardRows = sql`SELECT ${rowSql(
  's',
  [name(shard)],
  [
    asText(sql`count(*)`),
    sql`to_hex(sha256(to_utf8(array_join(array_agg(${name(line)} ORDER BY ${name(line)}), chr(10)) || chr(10))))`,
    sql`array_join(array_agg(DISTINCT marks), chr(10))`,
  ],
)} FROM seen AS s GROUP BY ${name(shard)}`;
