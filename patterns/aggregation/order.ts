import { compareCodePoints } from '../../contract/values/code-points.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import { compare, exactOf, type Exact } from './exact.ts';
import { scalarOf, unreadable, type Member, type Scalar } from './members.ts';

/** A value in a form that can be compared with other values of its kind. */
export type Place = Exact | number | string | boolean;

/** Converts a text or number to a comparable value of a member's kind. Undefined if it is not of that kind. */
export function placeOf(kind: Member['kind'], value: unknown): Place | undefined {
  switch (kind) {
    case 'decimal':
      return typeof value === 'string' ? exactOf(value) : undefined;
    case 'integer':
      return typeof value === 'number' ? exactOf(value) : undefined;
    case 'instant':
      return typeof value === 'string' ? millisOf(value) : undefined;
    case 'date':
      return typeof value === 'string' && isDate(value) ? value : undefined;
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'money':
      return undefined;
  }
  return kind satisfies never;
}

/** Compares two values of one kind. Texts are compared by code point, which for dates is also the order in time. */
export function compared(a: Place, b: Place): number {
  if (typeof a === 'object' && typeof b === 'object') return compare(a, b);
  if (typeof a === 'string' && typeof b === 'string') return compareCodePoints(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Reads a member of an object as a comparable value. Undefined if the object lacks the member.
 * @throws Failure `object.invalid`
 */
export function placeIn(member: Member, object: OntologyObject): Place | undefined {
  const value = scalarOf(member, object);
  if (value === undefined) return undefined;
  return placeOf(member.kind, value) ?? unreadable(member, object);
}

/**
 * Returns the value by which an object is grouped, or null if the object lacks the member.
 * @throws Failure `object.invalid`
 */
export const keyOf = (member: Member, object: OntologyObject): Scalar | null =>
  placeIn(member, object) === undefined ? null : (scalarOf(member, object) ?? null);

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Converts an instant to epoch milliseconds. Finer digits are cut off, because no edge of a window is finer. */
function millisOf(text: string): number | undefined {
  const millis = instantForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(millis) ? undefined : millis;
}

const dateForm = /^\d{4}-\d{2}-\d{2}$/;
const longest = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * True if the date exists. Written by hand, because creating a Date for each of 100 000 objects takes half of the
 * call's time.
 */
function isDate(text: string): boolean {
  if (!dateForm.test(text)) return false;
  const [year, month, day] = [Number(text.slice(0, 4)), Number(text.slice(5, 7)), Number(text.slice(8))];
  if (day < 1 || day > (longest[month - 1] ?? 0)) return false;
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return leap || month !== 2 || day < 29;
}
