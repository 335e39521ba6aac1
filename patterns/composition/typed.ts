/** A self-contained JSON Schema 2020-12, in which the compiler has resolved all references. */
export type TypeSchema = { readonly [keyword: string]: unknown };

export const isTypeSchema = (value: unknown): value is TypeSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the schema of an object's member, and whether the member is required. Undefined if the type does not declare the
 * member.
 */
export function typeMemberOf(
  schema: unknown,
  name: string,
): { readonly schema: unknown; readonly required: boolean } | undefined {
  if (!isTypeSchema(schema) || !isTypeSchema(schema['properties']) || !Object.hasOwn(schema['properties'], name))
    return undefined;
  return { schema: schema['properties'][name], required: listOf(schema['required']).includes(name) };
}

export const isList = (schema: unknown): schema is TypeSchema => isTypeSchema(schema) && schema['type'] === 'array';

const printable = new Set(['string', 'number', 'integer', 'boolean']);

/** True if every value of a type can be printed, which means that it is a text, a number or a boolean. */
export function isPrintable(schema: unknown): boolean {
  if (!isTypeSchema(schema)) return false;
  if ('const' in schema) return printable.has(typeof schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].every((value: unknown) => printable.has(typeof value));
  return typeof schema['type'] === 'string' && printable.has(schema['type']);
}
