import { createHash } from 'node:crypto';
import type { MemberKind } from '../schema.ts';

/** A column of exported objects, by the one name that whoever writes, declares and reads it has for it. */
export interface Column {
  readonly name: string;
  /** As Glue writes it. */
  readonly type: 'string' | 'bigint' | 'boolean' | 'decimal(38,18)';
}

/** What every exported object has; `snapshot` is the partition, and in no file. */
export const objectColumns = {
  id: 'object_id',
  /** `["Claim","CLM-1",3]`, and the shard of the object set that it belongs to. */
  line: 'object_line',
  shard: 'object_shard',
  /** Its markings, sorted, a space between two. */
  marks: 'object_marks',
} as const;
export const snapshotColumn = 'snapshot';

const types: Readonly<Record<MemberKind, Column['type']>> = {
  money: 'decimal(38,18)',
  decimal: 'decimal(38,18)',
  integer: 'bigint',
  // Epoch milliseconds, cut as the table's engine cuts them.
  instant: 'bigint',
  boolean: 'boolean',
  // Days are compared, and are group keys, as they are written.
  date: 'string',
  text: 'string',
};

interface Named {
  readonly pointer: string;
  readonly kind: MemberKind;
}

/** A member's column. Its kind is in the name: of a member that has changed its kind, what was exported is not there. */
export const columnOf = (member: Named): Column => ({ name: nameOf(member.kind, member), type: types[member.kind] });

/** The currency beside an amount of money. */
export const currencyOf = (member: Named): Column => ({ name: nameOf('currency', member), type: 'string' });

/** The columns that hold a member. */
export const columnsOf = (member: Named): readonly Column[] =>
  member.kind === 'money' ? [columnOf(member), currencyOf(member)] : [columnOf(member)];

/** Glue takes names of 255 characters. */
const longest = 200;

function nameOf(prefix: MemberKind | 'currency', { pointer }: Named): string {
  const name = pointer.slice(1).replaceAll(/[^a-z0-9]/gu, codeOf);
  return `${prefix}_${name.length > longest ? createHash('sha256').update(pointer).digest('hex') : name}`;
}

/** No two pointers have one name: `_` begins a code, and no code begins another. */
function codeOf(character: string): string {
  if (character === '/') return '__';
  if (/[A-Z]/.test(character)) return `_${character.toLowerCase()}`;
  return `_0${(character.codePointAt(0) ?? 0).toString(16).padStart(6, '0')}`;
}
