/** The JSON kind of a value: `null`, `array`, `object`, `string`, `number`, `boolean`; `undefined` for a missing one. */
export const valueKindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

/** A kind in a sentence: `an array`, `a string`, `null`. */
export const aKind = (kind: string): string =>
  kind === 'null' ? kind : `${/^[aeio]/.test(kind) ? 'an' : 'a'} ${kind}`;
