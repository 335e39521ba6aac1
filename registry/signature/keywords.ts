/** Keywords that decide which values are valid. They are compared between two versions of a signature. */
export const assertions = [
  'type',
  'const',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'oneOf',
  'anyOf',
] as const;

/**
 * Keywords that a signature may use; the compiler refuses all others. `not`, `if`, `patternProperties` and similar
 * keywords cannot be compared between versions. `default` would add values that nobody sent.
 */
export const keywords = new Set<string>([
  ...assertions,
  'discriminator',
  '$ref',
  'title',
  'description',
  'examples',
  '$comment',
]);

/** Formats that can be checked in linear time. */
export const formats = new Set(['date', 'date-time', 'time', 'duration', 'uuid']);

export const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

export type Schema = { readonly [keyword: string]: unknown };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns `type` as a list. Empty if the schema has no type. */
export const typesOf = (schema: Schema): readonly string[] => {
  const { type } = schema;
  return typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter((one) => typeof one === 'string') : [];
};

export const members = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isSchema(value) ? Object.entries(value) : [];
