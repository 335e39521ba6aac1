import { aKind, valueKindOf } from '../values/kind.ts';
import { sentInstead } from '../values/member-hints.ts';
import { kindsOf, list, objectOf, tagsOf, type BranchSchema, type Tags } from './branch-tags.ts';
import { valueAt } from '../values/pointers.ts';

/** The index of the branch that the value belongs to, or the reason why no branch can be chosen for the value. */
export type Meant = { readonly branch: number } | Mismatch;

/**
 * The place where a value does not match a schema (`pointer`), and what the schema requires there (`keyword`). It never
 * contains a value, because values belong to the caller.
 */
export interface Mismatch {
  readonly pointer: string;
  readonly keyword: string;
}

interface Branch {
  readonly index: number;
  readonly schema: BranchSchema;
  readonly kinds: readonly string[];
  readonly tags: Tags;
}

/**
 * Finds the branch of a union by the value's type, or by a required member whose `const` or `enum` differs between the
 * branches. The compiler has proved that this works for every `oneOf`. For any other union, the result is the branch
 * whose members fit the value best (`nearest`).
 */
export function branchMeant(schemas: readonly unknown[], value: unknown): Meant {
  const all = schemas.map((given, index) => {
    const schema = objectOf(given);
    return { index, schema, kinds: kindsOf(schema), tags: tagsOf(schema) };
  });
  const kind = valueKindOf(value);
  const fitting = all.filter(({ kinds }) => kinds.length === 0 || kinds.includes(kind));
  if (fitting.length > 0) return narrowed(fitting, value);
  const allowed = [...new Set(all.flatMap(({ kinds }) => kinds))].map(aKind).join(' or ');
  return { pointer: '', keyword: `must be ${allowed}, but is ${aKind(kind)}` };
}

/** Lists the values that a schema allows, such as `"a", "b"`. A long list is shortened. */
function listed(values: readonly unknown[]): string {
  const most = 24;
  const texts = values.slice(0, most).map((value) => JSON.stringify(value));
  const more = values.length > most ? [`and ${values.length - most} more`] : [];
  return `${texts.length + more.length > 1 ? 'one of ' : ''}${[...texts, ...more].join(', ')}`;
}

/**
 * Returns "must be" with the allowed values. If no allowed value has the type of the found value, the text also names
 * the type of the found value.
 */
export function mustBe(allowed: readonly unknown[], found: unknown): string {
  const kind = valueKindOf(found);
  const other = kind !== 'undefined' && !allowed.map(valueKindOf).includes(kind);
  return `must be ${listed(allowed)}${other ? `, but is ${aKind(kind)}` : ''}`;
}

function narrowed(candidates: readonly Branch[], value: unknown): Meant {
  const tag = candidates.length > 1 ? tellingApart(candidates) : undefined;
  if (tag === undefined) return { branch: nearest(candidates, value).index };
  const { said, absent } = follow(value, tag, candidates);
  const fitting = candidates.filter(({ tags }) => {
    const values = tags.get(tag);
    return values === undefined || (absent === undefined && values.includes(said));
  });
  if (fitting.length > 0) return narrowed(fitting, value);
  const allowed = [...new Set(candidates.flatMap(({ tags }) => tags.get(tag) ?? []))];
  if (absent === undefined) return { pointer: tag, keyword: mustBe(allowed, said) };
  return absent.pointer === tag
    ? { pointer: tag, keyword: `${absent.keyword}; it must be ${listed(allowed)}` }
    : absent;
}

/**
 * Returns the pointer of the member that distinguishes most pairs of branches. If several members distinguish equally
 * many pairs, the one with the shortest path is taken. If their paths are equally long too, the first of them is taken.
 */
function tellingApart(candidates: readonly Branch[]): string | undefined {
  const depth = (pointer: string): number => pointer.split('/').length;
  const [best] = [...new Set(candidates.flatMap(({ tags }) => [...tags.keys()]))]
    .map((pointer) => ({ pointer, apart: pairsApart(candidates, pointer) }))
    .filter(({ apart }) => apart > 0)
    .sort((a, b) => b.apart - a.apart || depth(a.pointer) - depth(b.pointer));
  return best?.pointer;
}

function pairsApart(candidates: readonly Branch[], pointer: string): number {
  const lists = candidates.flatMap(({ tags }) => tags.get(pointer) ?? []);
  const sets = candidates.flatMap(({ tags }) => (tags.has(pointer) ? [new Set(tags.get(pointer))] : []));
  // Most unions have one `const` in each branch, which distinguishes every pair.
  if (new Set(lists).size === lists.length) return (sets.length * (sets.length - 1)) / 2;
  return sets.flatMap((one, i) => sets.slice(i + 1).filter((other) => ![...one].some((value) => other.has(value))))
    .length;
}

function follow(
  value: unknown,
  pointer: string,
  candidates: readonly Branch[],
): { readonly said?: unknown; readonly absent?: Mismatch } {
  const steps = pointer.split('/').slice(1);
  for (const [i, step] of steps.entries()) {
    const at = ['', ...steps.slice(0, i)].join('/');
    const holder = valueAt(value, at);
    if (valueKindOf(holder) !== 'object') {
      return { absent: { pointer: at, keyword: `must be an object, but is ${aKind(valueKindOf(holder))}` } };
    }
    if (valueAt(holder, `/${step}`) === undefined) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const hint = sentInstead(name, Object.keys(Object(holder)), knownAt(candidates, steps.slice(0, i)));
      return { absent: { pointer: `${at}/${step}`, keyword: `is required${hint}` } };
    }
  }
  return { said: valueAt(value, pointer) };
}

/** Returns the names of all members that the branches declare at a place. */
function knownAt(candidates: readonly Branch[], steps: readonly string[]): readonly string[] {
  const below = (schema: BranchSchema, step: string): BranchSchema => objectOf(valueAt(schema, `/properties/${step}`));
  return candidates.flatMap(({ schema }) => Object.keys(objectOf(steps.reduce(below, schema)['properties'])));
}

/**
 * Returns the branch whose members fit the value best: the number of the branch's members that the value has, minus the
 * number of its required members that the value lacks. If several branches fit equally well, the first of them is
 * returned.
 */
function nearest(candidates: readonly Branch[], value: unknown): Branch {
  const own = objectOf(value);
  const likeness = ({ schema }: Branch): number => {
    const known = Object.keys(objectOf(schema['properties'])).filter((name) => Object.hasOwn(own, name));
    const lacking = list(schema['required']).filter((name) => !Object.hasOwn(own, String(name)));
    return known.length - lacking.length;
  };
  return candidates.reduce((best, one) => (likeness(one) > likeness(best) ? one : best));
}
