import { Failure } from '../../../contract/failures.ts';
import type { Marking } from '../../../contract/markings.ts';
import type { Exact } from '../exact.ts';
import type { Grouped } from '../groups.ts';
import type { Scalar } from '../members.ts';
import { setHash, type ObjectSet } from '../object-set.ts';
import { rowWidth, valuesAt, type RowKind } from './row-sql.ts';

/** A row of the statement: all texts. */
export type Row = readonly (string | null)[];

/** What the rows of a statement say. */
export interface Read {
  readonly groups: readonly Grouped[];
  readonly set: ObjectSet;
  /** By a type's place in the plan: the combinations of markings that its objects have, and how many objects it has. */
  readonly marks: readonly { readonly type: number; readonly markings: readonly Marking[] }[];
  readonly totals: ReadonlyMap<number, number>;
  /** `<type's place> <id>` of the references that name an object. */
  readonly found: ReadonlySet<string>;
}

/** @throws Failure `internal` for rows that no statement of ours has */
export function readRows(rows: readonly Row[], groupBy: number): Read {
  const of = (kind: RowKind): readonly Row[] => rows.filter(([is]) => is === kind);
  const [groups, shards, totals, found] = [of('g'), of('s'), of('t'), of('r')];
  const known = groups.length + shards.length + totals.length + found.length;
  if (known < rows.length || rows.some((row) => row.length !== rowWidth)) throw strange();
  return {
    groups: groups.map((row) => groupOf(row, groupBy)),
    set: {
      count: shards.reduce((sum, row) => sum + countOf(row[valuesAt]), 0),
      hash: setHash(shards.map((row) => [textOf(row[1]), textOf(row[valuesAt + 1]).toLowerCase()])),
    },
    marks: [...new Set(shards.flatMap((row) => textOf(row[valuesAt + 2]).split('\n')))].map(marksOf),
    totals: new Map(totals.map((row) => [countOf(row[1]), countOf(row[valuesAt])])),
    found: new Set(found.map(([, type, id]) => `${textOf(type)} ${textOf(id)}`)),
  };
}

function groupOf(row: Row, groupBy: number): Grouped {
  const [objects, values, sum, over, picked, ...units] = row.slice(valuesAt);
  return {
    key: row.slice(1, 1 + groupBy).map(keyOf),
    objects: countOf(objects),
    totals: {
      values: countOf(values),
      ...(typeof sum === 'string' ? { sum: exactIn(sum) } : {}),
      ...(typeof over === 'string' ? { over: exactIn(over) } : {}),
      ...(typeof picked === 'string' ? { picked: exactIn(picked) } : {}),
    },
    units: new Set(units.filter((unit) => unit !== null)),
  };
}

function keyOf(cell: string | null): Scalar | null {
  if (cell === null) return null;
  const text = cell.slice(1);
  if (cell.startsWith('s')) return text;
  if (cell.startsWith('n')) return Number(text);
  if (cell === 'btrue' || cell === 'bfalse') return cell === 'btrue';
  throw strange();
}

function marksOf(text: string): Read['marks'][number] {
  const [type, ...markings] = text.split(' ').filter((part) => part !== '');
  return { type: countOf(type), markings };
}

/** A decimal as SQL writes it: with all the digits of its scale. */
function exactIn(text: string): Exact {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) throw strange();
  const [whole = '', digits = ''] = text.split('.');
  const zeros = /0*$/.exec(digits)?.[0].length ?? 0;
  const kept = digits.slice(0, digits.length - zeros);
  return { units: BigInt(whole + kept), scale: kept.length };
}

function countOf(cell: string | null | undefined): number {
  const count = Number(cell ?? Number.NaN);
  if (!Number.isSafeInteger(count) || count < 0) throw strange();
  return count;
}

function textOf(cell: string | null | undefined): string {
  if (typeof cell !== 'string') throw strange();
  return cell;
}

const strange = (): Failure => new Failure('internal', 'the engine answered rows of another form');
