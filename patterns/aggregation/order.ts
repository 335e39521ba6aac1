import type { OntologyObject } from '../../contract/objects.ts';
import { compare, exactOf, type Exact } from './exact.ts';
import { scalarOf, unreadable, type Member, type Scalar } from './members.ts';

/** A place in the order of a member's values. */
export type Place = Exact | number | string | boolean;

/** Where a text or number stands among values of a member's kind; undefined for what is none of them. */
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

/** Of one kind. Texts by code unit, which for dates is their order in time. */
export function compared(a: Place, b: Place): number {
  if (typeof a === 'object' && typeof b === 'object') return compare(a, b);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** @throws Failure `object.invalid` */
export function placeIn(member: Member, object: OntologyObject): Place | undefined {
  const value = scalarOf(member, object);
  if (value === undefined) return undefined;
  return placeOf(member.kind, value) ?? unreadable(member, object);
}

/** What a group's objects have in common. @throws Failure `object.invalid` */
export const keyOf = (member: Member, object: OntologyObject): Scalar | null =>
  placeIn(member, object) === undefined ? null : (scalarOf(member, object) ?? null);

const instantForm = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/;

/** Epoch milliseconds; what is finer is cut off, and no edge of a window is finer. */
function millisOf(text: string): number | undefined {
  const millis = instantForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(millis) ? undefined : millis;
}

function isDate(text: string): boolean {
  const millis = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(millis) && new Date(millis).toISOString().startsWith(text);
}
