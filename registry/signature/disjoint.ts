import { isDeepStrictEqual } from 'node:util';
import { entries, isSchema, members, typesOf, type Schema } from './keywords.ts';

/** Checks whether no value can be valid for both schemas. It compares types, constants and required members only. */
export function disjoint(a: Schema, b: Schema): boolean {
  const [valuesA, valuesB] = [values(a), values(b)];
  if (valuesA && valuesB) return !valuesA.some((one) => valuesB.some((other) => isDeepStrictEqual(one, other)));
  const [typesA, typesB] = [kinds(a), kinds(b)];
  if (typesA.length > 0 && typesB.length > 0 && !typesA.some((type) => typesB.includes(type))) return true;
  if (typesA.join() !== 'object' || typesB.join() !== 'object') return false;
  if (needsMore(a, b) || needsMore(b, a)) return true;
  return entries(a['properties']).some(([name, member]) => {
    const other = entries(b['properties']).find(([otherName]) => otherName === name)?.[1];
    const required = [a, b].every((schema) => members(schema['required']).includes(name));
    return required && isSchema(member) && isSchema(other) && disjoint(member, other);
  });
}

/** Checks whether a schema requires a member that the schema `closed` cannot have. */
const needsMore = (schema: Schema, closed: Schema): boolean =>
  closed['additionalProperties'] === false &&
  members(schema['required']).some((name) => !entries(closed['properties']).some(([other]) => other === name));

const values = (schema: Schema): readonly unknown[] | undefined =>
  'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? members(schema['enum']) : undefined;

const kinds = (schema: Schema): readonly string[] => {
  const listed = values(schema);
  const all = typesOf(schema).length > 0 || !listed ? typesOf(schema) : listed.map(kindOf);
  return all.map((type) => (type === 'integer' ? 'number' : type));
};

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
