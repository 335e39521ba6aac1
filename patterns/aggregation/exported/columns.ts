import { createHash } from 'node:crypto';
import type { MemberKind } from '../schema.ts';

/** A column of exported objects. Writers, table definitions and readers all use this name. */
export interface ExportedColumn {
  readonly name: string;
  /** The type in Glue's notation. */
  readonly type: 'string' | 'bigint' | 'boolean' | 'decimal(38,18)';
}

/** Columns of every exported object. `snapshot` is the partition, so no file has it. */
export const objectColumns = {
  id: 'object_id',
  /** The line `["Claim","CLM-1",3]`, and its shard of the object set. */
  line: 'object_line',
  shard: 'object_shard',
  /** Its markings, sorted and separated by spaces. */
  marks: 'object_marks',
} as const;
export const snapshotColumn = 'snapshot';

const types: Readonly<Record<MemberKind, ExportedColumn['type']>> = {
  money: 'decimal(38,18)',
  decimal: 'decimal(38,18)',
  integer: 'bigint',
  // Epoch milliseconds, cut off as the table's engine cuts them.
  instant: 'bigint',
  boolean: 'boolean',
  // Days are compared and grouped in their written form.
  date: 'string',
  text: 'string',
};

interface Named {
  readonly pointer: string;
  readonly kind: MemberKind;
}

/** A member's column. Its name contains the kind, so a member whose kind has changed finds no old column. */
export const exportedColumnOf = (member: Named): ExportedColumn => ({
  name: nameOf(member.kind, member),
  type: types[member.kind],
});

/** The currency beside an amount of money. */
export const currencyOf = (member: Named): ExportedColumn => ({ name: nameOf('currency', member), type: 'string' });

/** The columns that hold a member. */
export const columnsOf = (member: Named): readonly ExportedColumn[] =>
  member.kind === 'money' ? [exportedColumnOf(member), currencyOf(member)] : [exportedColumnOf(member)];

/** Glue takes names of up to 255 characters. */
const longest = 200;

function nameOf(prefix: MemberKind | 'currency', { pointer }: Named): string {
  const name = pointer.slice(1).replaceAll(/[^a-z0-9]/gu, codeOf);
  return `${prefix}_${name.length > longest ? createHash('sha256').update(pointer).digest('hex') : name}`;
}

/** No two pointers get the same name: every code begins with `_`, and no code is the beginning of another. */
function codeOf(character: string): string {
  if (character === '/') return '__';
  if (/[A-Z]/.test(character)) return `_${character.toLowerCase()}`;
  return `_0${(character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')}`;
}
