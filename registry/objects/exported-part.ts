import { parquetWriteBuffer } from 'hyparquet-writer';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import {
  exportedColumnOf,
  currencyOf,
  objectColumns,
  type ExportedColumn,
} from '../../patterns/aggregation/exported/columns.ts';
import { unitsOf } from '../../patterns/aggregation/exported/units.ts';
import { amountOf, type Member } from '../../patterns/aggregation/members.ts';
import { lineOf, shardOf } from '../../patterns/aggregation/object-set.ts';
import { placeIn } from '../../patterns/aggregation/order.ts';
import { ExportRefused } from './refused.ts';

type Cell = string | bigint | boolean | undefined;

interface Written {
  readonly column: ExportedColumn;
  readonly of: (object: OntologyObject) => Cell;
}

/**
 * Returns the columns of exported objects, sorted by name, each with a function that reads its value from an object.
 */
export function writtenColumns(members: readonly Member[]): readonly Written[] {
  const text = (name: string, of: (object: OntologyObject) => string): Written => ({
    column: { name, type: 'string' },
    of,
  });
  const all = [
    text(objectColumns.id, ({ id }) => id),
    text(objectColumns.line, lineOf),
    text(objectColumns.shard, (object) => shardOf(lineOf(object))),
    text(objectColumns.marks, ({ markings }) => markings.toSorted().join(' ')),
    ...members.flatMap((member): Written[] => [
      { column: exportedColumnOf(member), of: (object) => cellOf(member, object) },
      ...(member.kind === 'money'
        ? [{ column: currencyOf(member), of: (object: OntologyObject) => amountOf(member, object)?.unit }]
        : []),
    ]),
  ];
  return all.sort((a, b) => (a.column.name < b.column.name ? -1 : 1));
}

/** Returns the value of a member for its column. @throws ExportRefused, Failure `object.invalid` */
function cellOf(member: Member, object: OntologyObject): Cell {
  if (member.kind === 'money' || member.kind === 'decimal') {
    const amount = amountOf(member, object);
    if (!amount) return undefined;
    const units = unitsOf(amount.exact);
    if (units !== undefined) return units;
    throw new ExportRefused(
      object,
      member.pointer,
      'has more than 20 digits before the decimal point, which an exported column cannot hold',
    );
  }
  const place = placeIn(member, object);
  if (typeof place === 'number') return BigInt(place);
  return typeof place === 'object' ? place.units : place;
}

const elements = {
  string: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  bigint: { type: 'INT64' },
  boolean: { type: 'BOOLEAN' },
  'decimal(38,18)': {
    type: 'FIXED_LEN_BYTE_ARRAY',
    type_length: 16,
    converted_type: 'DECIMAL',
    precision: 38,
    scale: 18,
  },
} as const satisfies Record<ExportedColumn['type'], object>;

/** Returns a Parquet file with one row for each object, in their order. */
export function writePart(columns: readonly Written[], objects: readonly OntologyObject[]): Uint8Array {
  const schema = columns.map(({ column: { name, type } }) => ({
    name,
    repetition_type: 'OPTIONAL' as const,
    ...elements[type],
  }));
  return new Uint8Array(
    parquetWriteBuffer({
      schema: [{ name: 'root', num_children: columns.length }, ...schema],
      columnData: columns.map(({ column: { name }, of }) => ({ name, data: objects.map(of) })),
      // Readers always read the whole file. With statistics, an engine could skip rows that it must not skip.
      statistics: false,
      rowGroupSize: objects.length,
    }),
  );
}
