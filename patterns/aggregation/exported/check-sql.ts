import type { Check } from '../check.ts';
import type { Member } from '../members.ts';
import type { Place } from '../order.ts';
import { exportedColumnOf } from './columns.ts';
import { joinedSql, sqlName, parameter, sql, type Sql } from './sql.ts';
import { decimalScale, unitsOf } from './units.ts';

const never = sql`1 = 0`;

/** Writes a check as an SQL condition on the columns of exported objects. */
export function checkSql(check: Check): Sql {
  const { member } = check;
  const column = sqlName(exportedColumnOf(member).name);
  const there = sql`${column} IS NOT NULL`;
  switch (check.is) {
    case 'present':
      return there;
    case 'in': {
      const places = check.places.flatMap((place) => placeSql(member.kind, place) ?? []);
      return places.length === 0 ? never : sql`${column} IN (${joinedSql(places, ', ')})`;
    }
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const place = placeSql(member.kind, check.place);
      const wanted = place ? sql`${column} ${signs[check.is]} ${place}` : isBeyond(check) ? there : never;
      return check.orLacks ? sql`(${column} IS NULL OR ${wanted})` : wanted;
    }
  }
  return check satisfies never;
}

const signs = { '<': sql`<`, '<=': sql`<=`, '>': sql`>`, '>=': sql`>=` } as const;

/**
 * True if every value in the column is on the wanted side of the edge. Used only for an edge that is too large or too
 * small for the column.
 */
function isBeyond({ is, place }: Extract<Check, { place: Place }>): boolean {
  const isAbove = typeof place === 'object' && place.units > 0n;
  return (is === '<' || is === '<=') === isAbove;
}

/** Writes a value as an SQL parameter. Undefined if the column cannot hold the number. */
function placeSql(kind: Member['kind'], place: Place): Sql | undefined {
  if (typeof place === 'boolean') return sql`CAST(${parameter(String(place))} AS boolean)`;
  if (typeof place === 'number') return sql`CAST(${parameter(String(place))} AS bigint)`;
  if (typeof place === 'string') return parameter(place);
  if (kind === 'integer') return sql`CAST(${parameter(String(place.units))} AS bigint)`;
  const units = unitsOf(place);
  return units === undefined ? undefined : sql`CAST(${parameter(decimalText(units))} AS decimal(38, 18))`;
}

function decimalText(units: bigint): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimalScale + 1, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -decimalScale)}.${digits.slice(-decimalScale)}`;
}
