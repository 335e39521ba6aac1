import { createHash } from 'node:crypto';
import type { MemberKind } from '../schema.ts';

/** A column of exported objects. The code that writes objects, defines tables and reads objects uses the same name. */
export interface ExportedColumn {
  readonly name: string;
  /** The type in Glue's notation. */
  readonly type: 'string' | 'bigint' | 'boolean' | 'decimal(38,18)';
}

/** Columns of every exported object. The column `snapshot` is the table's partition, so no file contains it. */
export const objectColumns = {
  id: 'object_id',
  /** The object's line in an object set, such as `["Claim","CLM-1",3]`, and the shard of that line. */
  line: 'object_line',
  shard: 'object_shard',
  /** The object's markings, sorted and separated by spaces. */
  marks: 'object_marks',
} as const;
export const snapshotColumn = 'snapshot';

const types: Readonly<Record<MemberKind, ExportedColumn['type']>> = {
  money: 'decimal(38,18)',
  decimal: 'decimal(38,18)',
  integer: 'bigint',
  // Epoch milliseconds. Finer digits are cut off, as the engine `table` does too.
  instant: 'bigint',
  boolean: 'boolean',
  // A date is compared and grouped as text.
  date: 'string',
  text: 'string',
};

interface Named {
  readonly pointer: string;
  readonly kind: MemberKind;
}

/**
 * Returns the column of a member. The name contains the member's kind, so that a member whose kind has changed is not
 * read from an old column.
 */
export const exportedColumnOf = (member: Named): ExportedColumn => ({
  name: nameOf(member.kind, member),
  type: types[member.kind],
});

/** Returns the column with the currency of an amount of money. */
export const currencyOf = (member: Named): ExportedColumn => ({ name: nameOf('currency', member), type: 'string' });

/** Returns all columns that contain the value of a member. */
export const columnsOf = (member: Named): readonly ExportedColumn[] =>
  member.kind === 'money' ? [exportedColumnOf(member), currencyOf(member)] : [exportedColumnOf(member)];

/**
 * The most characters of a pointer that become part of a column name. Glue allows 255 characters for the whole name. A
 * hash replaces a longer pointer.
 */
const longest = 200;

function nameOf(prefix: MemberKind | 'currency', { pointer }: Named): string {
  const name = pointer.slice(1).replaceAll(/[^a-z0-9]/gu, codeOf);
  return `${prefix}_${name.length > longest ? createHash('sha256').update(pointer).digest('hex') : name}`;
}

/**
 * Encodes a character of a pointer. No two pointers get the same name: every code begins with `_`, and no code is the
 * beginning of another.
 */
function codeOf(character: string): string {
  if (character === '/') return '__';
  if (/[A-Z]/.test(character)) return `_${character.toLowerCase()}`;
  return `_0${(character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')}`;
}
