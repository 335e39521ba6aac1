import type { z } from 'zod';
import { Failure } from '../../../contract/failures.ts';
import type { Marking } from '../../../contract/authority/markings.ts';
import { exactSum, type Exact } from '../exact.ts';
import type { Grouped } from '../groups.ts';
import type { Scalar } from '../members.ts';
import { withoutTrailingZeros } from '../../../contract/values/trailing-zeros.ts';
import { setHash, type ObjectSet } from '../object-set.ts';
import type { Request } from '../schema.ts';
import { rowColumns, keyNames, rows as forms, type Row, type RowKind } from './row-form.ts';

/** The content of all rows of a query result. */
export interface ReadRows {
  readonly groups: readonly Grouped[];
  readonly set: ObjectSet;
  /**
   * The combinations of markings that objects of each type have, and the number of objects of each type. A type is
   * given by its place in the plan.
   */
  readonly marks: readonly { readonly type: number; readonly markings: readonly Marking[] }[];
  readonly totals: ReadonlyMap<number, number>;
  /** The references that name an existing object, each as the place of the type in the plan, a space and the id. */
  readonly found: ReadonlySet<string>;
}

/** Reads the rows of a query result. @throws Failure `internal` if a row is malformed */
export function readRows(rows: readonly Row[], asked: Pick<Request, 'op' | 'groupBy'>): ReadRows {
  const columns = rowColumns(asked);
  for (const row of rows) {
    const isWhole = columns.every((column) => Object.hasOwn(row, column));
    if (!isWhole || !Object.hasOwn(forms, row['row'] ?? '')) throw strange();
  }
  const of = (kind: RowKind): readonly Row[] => rows.filter(({ row }) => row === kind);
  const shards = of('shard').map((row) => parsed(forms.shard, row));
  return {
    groups: of('group').map((row) => groupOf(row, keyNames(asked))),
    set: {
      count: shards.reduce((sum, { objects }) => sum + objects, 0),
      hash: setHash(shards.map(({ shard, digest }) => [shard, digest.toLowerCase()])),
    },
    marks: [...new Set(shards.flatMap(({ marks }) => marks.split('\n')))].map(marksOf),
    totals: new Map(
      of('type')
        .map((row) => parsed(forms.type, row))
        .map(({ type, objects }) => [type, objects]),
    ),
    found: new Set(
      of('ref')
        .map((row) => parsed(forms.ref, row))
        .map(({ type, id }) => `${type} ${id}`),
    ),
  };
}

function groupOf(row: Row, keys: readonly string[]): Grouped {
  const { objects, values, picked, ...cells } = parsed(forms.group, row);
  const [sum, over] = [sumOf(cells.sum_whole, cells.sum_part), sumOf(cells.over_whole, cells.over_part)];
  return {
    key: keys.map((key) => keyOf(row[key] ?? null)),
    objects,
    totals: {
      values,
      ...(sum ? { sum } : {}),
      ...(over ? { over } : {}),
      ...(typeof picked === 'string' ? { picked: exactIn(picked) } : {}),
    },
    currencies: {
      of: currenciesIn(cells.unit_first, cells.unit_last),
      over: currenciesIn(cells.over_unit_first, cells.over_unit_last),
    },
  };
}

type Cell = string | null | undefined;

const currenciesIn = (...units: readonly Cell[]): ReadonlySet<string> =>
  new Set(units.filter((unit) => typeof unit === 'string'));

function sumOf(whole: Cell, part: Cell): Exact | undefined {
  if (typeof whole !== 'string' || typeof part !== 'string') return undefined;
  return exactSum(exactIn(whole), exactIn(part));
}

function keyOf(cell: string | null): Scalar | null {
  if (cell === null) return null;
  const text = cell.slice(1);
  if (cell.startsWith('s')) return text;
  if (cell.startsWith('n')) return Number(text);
  if (cell === 'btrue' || cell === 'bfalse') return cell === 'btrue';
  throw strange();
}

function marksOf(text: string): ReadRows['marks'][number] {
  const [type = '', ...markings] = text.split(' ').filter((part) => part !== '');
  if (!/^\d+$/.test(type)) throw strange();
  return { type: Number(type), markings };
}

/** Reads a decimal as SQL writes it, with all digits of its scale. */
function exactIn(text: string): Exact {
  const [whole = '', digits = ''] = text.split('.');
  const kept = withoutTrailingZeros(digits);
  return { units: BigInt(whole + kept), scale: kept.length };
}

function parsed<T extends z.ZodType>(form: T, row: Row): z.output<T> {
  const { success, data } = form.safeParse(row);
  if (!success) throw strange();
  return data;
}

const strange = (): Failure => new Failure('internal', 'the query engine returned malformed rows');
