import { celMap, type CelInput } from '@bufbuild/cel';
import { Failure } from '../../contract/failures.ts';
import { escapePointer } from '../../contract/values/pointers.ts';
import { maxMembers } from './cost.ts';

/**
 * Converts a JSON value for CEL. Whole numbers become int64, because CEL does not add an int and a double. A member
 * that is null counts as present; the library's own maps would treat it as absent.
 * @throws Failure `arguments.invalid` for a list or object with too many members
 */
export function celValue(value: unknown, pointer = '/candidate'): CelInput {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (Array.isArray(value)) {
    mustBeBounded(value.length, pointer);
    return value.map((item, i) => celValue(item, `${pointer}/${i}`));
  }
  if (typeof value !== 'object') throw new TypeError('must be JSON');
  const entries = Object.entries(value);
  mustBeBounded(entries.length, pointer);
  const members = new Map(
    entries.map(([name, member]) => [name, celValue(member, `${pointer}/${escapePointer(name)}`)] as const),
  );
  const has = (key: unknown): boolean => typeof key === 'string' && members.has(key);
  return Object.defineProperty(celMap(members), 'has', { value: has });
}

function mustBeBounded(members: number, pointer: string): void {
  if (members <= maxMembers) return;
  throw new Failure(
    'arguments.invalid',
    `${pointer}: has more members than a list or object of a candidate may have (${maxMembers})`,
    {
      pointer,
    },
  );
}
