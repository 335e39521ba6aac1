import { isDeepStrictEqual } from 'node:util';
import { annotations } from '../../../contract/schema/validator.ts';
import { entries, isSchema, members, typesOf, type Schema } from '../keywords.ts';
import type { Reading } from './difference.ts';

type Check = (schema: Schema, value: unknown, reading: Reading) => boolean;

/** The side of a bound: `sign` is 1 for a lower bound and -1 for an upper bound. An `open` bound excludes its own value. */
interface BoundSide {
  readonly sign: 1 | -1;
  readonly open?: boolean;
}

const bounded =
  (keyword: string, size: (value: unknown) => number | undefined, { sign, open }: BoundSide): Check =>
  (schema, value) => {
    const [limit, actual] = [schema[keyword], size(value)];
    if (typeof limit !== 'number' || actual === undefined) return true;
    return open ? sign * actual > sign * limit : sign * actual >= sign * limit;
  };

const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
const characters = (value: unknown): number | undefined =>
  typeof value === 'string' ? Array.from(value).length : undefined;
const items = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);
const memberCount = (value: unknown): number | undefined => (isSchema(value) ? Object.keys(value).length : undefined);

/**
 * One check for each keyword. Formats are not evaluated, so a text with a format is not accepted: the check must never
 * accept an invalid value.
 */
const checks: Readonly<Record<string, Check>> = {
  type: (schema, value) => typesOf(schema).some((type) => isOf(type, value)),
  const: (schema, value) => isDeepStrictEqual(schema['const'], value),
  enum: (schema, value) => members(schema['enum']).some((one) => isDeepStrictEqual(one, value)),
  minimum: bounded('minimum', number, { sign: 1 }),
  maximum: bounded('maximum', number, { sign: -1 }),
  exclusiveMinimum: bounded('exclusiveMinimum', number, { sign: 1, open: true }),
  exclusiveMaximum: bounded('exclusiveMaximum', number, { sign: -1, open: true }),
  minLength: bounded('minLength', characters, { sign: 1 }),
  maxLength: bounded('maxLength', characters, { sign: -1 }),
  pattern: ({ pattern }, value) => typeof value !== 'string' || new RegExp(String(pattern), 'u').test(value),
  format: (_schema, value) => typeof value !== 'string',
  minItems: bounded('minItems', items, { sign: 1 }),
  maxItems: bounded('maxItems', items, { sign: -1 }),
  uniqueItems: ({ uniqueItems }, value) => uniqueItems !== true || !Array.isArray(value) || isUnique(value),
  items: (schema, value, reading) =>
    !Array.isArray(value) || value.every((item) => acceptsValue(schema['items'], item, reading)),
  minProperties: bounded('minProperties', memberCount, { sign: 1 }),
  maxProperties: bounded('maxProperties', memberCount, { sign: -1 }),
  required: ({ required }, value) =>
    !isSchema(value) || members(required).every((name) => Object.hasOwn(value, String(name))),
  properties: ({ properties }, value, reading) =>
    entries(properties).every(
      ([name, member]) => !isSchema(value) || !Object.hasOwn(value, name) || acceptsValue(member, value[name], reading),
    ),
  additionalProperties: (schema, value, reading) =>
    (reading.tolerant && schema['additionalProperties'] === false) ||
    entries(value)
      .filter(([name]) => !entries(schema['properties']).some(([known]) => known === name))
      .every(([, member]) => acceptsValue(schema['additionalProperties'], member, reading)),
  propertyNames: ({ propertyNames }, value, reading) =>
    entries(value).every(([name]) => acceptsValue(propertyNames, name, reading)),
  anyOf: ({ anyOf }, value, reading) => members(anyOf).some((branch) => acceptsValue(branch, value, reading)),
  oneOf: ({ oneOf }, value, reading) =>
    members(oneOf).filter((branch) => acceptsValue(branch, value, reading)).length === 1,
};

/** Checks whether a value is valid. It also returns false if the schema has an unknown keyword. */
export function acceptsValue(schema: unknown, value: unknown, reading: Reading): boolean {
  if (!isSchema(schema)) return schema === true;
  return Object.keys(schema).every((keyword) => {
    if (annotations.has(keyword)) return true;
    const check = Object.hasOwn(checks, keyword) ? checks[keyword] : undefined;
    return check?.(schema, value, reading) ?? false;
  });
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isSchema(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

const isUnique = (all: readonly unknown[]): boolean =>
  all.every((one, i) => all.slice(i + 1).every((other) => !isDeepStrictEqual(one, other)));
