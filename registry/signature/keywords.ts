/** Say which values are valid; each is compared between two versions of a signature. */
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

/** Say nothing about which values are valid. */
export const annotations = new Set(['title', 'description', 'examples', '$comment', '$schema', 'discriminator']);

/**
 * What a signature may be written with. What is not here is refused when compiled: `not`, `if`, `patternProperties` and
 * their kind cannot be compared between versions, and `default` would make a result that nobody sent.
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

/** Formats whose check is linear in the length of the text. */
export const formats = new Set(['date', 'date-time', 'time', 'duration', 'uuid']);

export const types = new Set(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']);

export type Schema = { readonly [keyword: string]: unknown };

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `type` as a list; empty where it is not said. */
export const typesOf = (schema: Schema): readonly string[] => {
  const { type } = schema;
  return typeof type === 'string' ? [type] : Array.isArray(type) ? type.filter((one) => typeof one === 'string') : [];
};

export const members = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const entries = (value: unknown): readonly (readonly [string, unknown])[] =>
  isSchema(value) ? Object.entries(value) : [];
