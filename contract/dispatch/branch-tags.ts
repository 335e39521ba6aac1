import { valueKindOf } from '../values/kind.ts';
import { escapePointer } from '../values/pointers.ts';

export type BranchSchema = Readonly<Record<string, unknown>>;
/** Maps the pointer of a required member to the values that it may have, as `const` or `enum` says. */
export type Tags = ReadonlyMap<string, readonly unknown[]>;

/** Returns the tags of a schema without references. A union has a tag if all its branches have it. */
export function tagsOf(schema: BranchSchema, at = ''): Tags {
  const tags = new Map<string, readonly unknown[]>();
  const values = valuesOf(schema);
  if (values?.every((value) => value === null || typeof value !== 'object')) tags.set(at, values);
  const required = new Set(list(schema['required']));
  for (const [name, member] of Object.entries(objectOf(schema['properties']))) {
    if (!required.has(name)) continue;
    for (const [pointer, told] of tagsOf(objectOf(member), `${at}/${escapePointer(name)}`)) tags.set(pointer, told);
  }
  const [first, ...others] = branchesOf(schema).map((branch) => tagsOf(objectOf(branch), at));
  for (const [pointer, told] of first ?? []) {
    const all = others.map((other) => other.get(pointer));
    if (all.every((other) => other !== undefined)) tags.set(pointer, [...new Set([told, ...all].flat())]);
  }
  return tags;
}

/** Returns the JSON types that a schema allows. Empty if the schema does not restrict the type. */
export function kindsOf(schema: BranchSchema): readonly string[] {
  const { type } = schema;
  const named = typeof type === 'string' ? [type] : list(type).map(String);
  if (named.length > 0) return named.map((name) => (name === 'integer' ? 'number' : name));
  const values = valuesOf(schema);
  if (values !== undefined) return [...new Set(values.map(valueKindOf))];
  const branches = branchesOf(schema).map((branch) => kindsOf(objectOf(branch)));
  return branches.every((kinds) => kinds.length > 0) ? [...new Set(branches.flat())] : [];
}

const valuesOf = (schema: BranchSchema): readonly unknown[] | undefined =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? list(schema['enum']) : undefined;
const branchesOf = (schema: BranchSchema): readonly unknown[] => [...list(schema['oneOf']), ...list(schema['anyOf'])];
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Returns the value if it is an object, and otherwise an empty object. */
export const objectOf = (value: unknown): BranchSchema =>
  valueKindOf(value) === 'object' ? (value as BranchSchema) : {};
