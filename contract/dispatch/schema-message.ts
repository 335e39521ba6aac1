import type { SchemaFinding } from '../schema/finding.ts';
import { aKind, valueKindOf } from '../values/kind.ts';

const counted = (number: unknown, noun: string): string => `${String(number)} ${noun}${number === 1 ? '' : 's'}`;

const limits: Readonly<Record<string, (limit: unknown) => string>> = {
  minLength: (limit) => `must have at least ${counted(limit, 'character')}`,
  maxLength: (limit) => `must have at most ${counted(limit, 'character')}`,
  minItems: (limit) => `must have at least ${counted(limit, 'item')}`,
  maxItems: (limit) => `must have at most ${counted(limit, 'item')}`,
  minProperties: (limit) => `must have at least ${counted(limit, 'member')}`,
  maxProperties: (limit) => `must have at most ${counted(limit, 'member')}`,
  minimum: (limit) => `must be ${String(limit)} or more`,
  maximum: (limit) => `must be ${String(limit)} or less`,
  exclusiveMinimum: (limit) => `must be more than ${String(limit)}`,
  exclusiveMaximum: (limit) => `must be less than ${String(limit)}`,
};

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2030-01-31',
  'date-time': 'an instant with its offset, such as 2030-01-31T09:00:00Z',
  time: 'a time with its offset, such as 09:00:00Z',
  duration: 'a duration such as P1M or PT4H',
  uuid: 'a UUID',
};

/**
 * Returns the end of a sentence about an error of the validator: what the schema requires and, for a wrong type, which
 * type was found.
 */
export function schemaMessage({ keyword, params }: Pick<SchemaFinding, 'keyword' | 'params'>, found: unknown): string {
  const { type, limit, format, pattern, i, j } = params;
  if (keyword === 'type') return `must be ${kinds(type)}, but is ${aKind(valueKindOf(found))}`;
  if (keyword === 'pattern') return `must match the pattern ${String(pattern)}`;
  if (keyword === 'format') return `must be ${formats[String(format)] ?? `of the format ${String(format)}`}`;
  if (keyword === 'uniqueItems') return `must not repeat an item, but items ${String(j)} and ${String(i)} are equal`;
  return limits[keyword]?.(limit) ?? `does not satisfy the schema's ${keyword}`;
}

function kinds(type: unknown): string {
  const named = (Array.isArray(type) ? type : String(type).split(',')).map(String);
  return named.map(aKind).join(' or ');
}
