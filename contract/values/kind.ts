/**
 * Returns the JSON type of a value: `null`, `array`, `object`, `string`, `number` or `boolean`, or `undefined` for a
 * missing value.
 */
export const valueKindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** Returns a type with its article: `an array`, `a string`, but `null`. */
export const aKind = (kind: string): string =>
  kind === 'null' ? kind : `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}`;
