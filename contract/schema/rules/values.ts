import { valueKindOf } from '../../values/kind.ts';
import { valid, type SchemaFinding, type Validator } from '../finding.ts';
import { broken, type Rule } from '../keyword-place.ts';
import { textOfValue } from './same.ts';

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  string: (value) => typeof value === 'string',
  number: Number.isFinite,
  // An integer is a number without a fraction, so 1.0 is one.
  integer: Number.isInteger,
  array: Array.isArray,
  object: (value) => valueKindOf(value) === 'object',
};

/** Checks the JSON type of a value. */
export const typeRule: Rule<unknown> = (place) => {
  const { argument: type, path } = place;
  const [isOf, ...others] = (Array.isArray(type) ? type : [type]).map((one) => {
    const known = typeof one === 'string' && Object.hasOwn(isOfType, one) ? isOfType[one] : undefined;
    if (!known) throw new Error(`the schema has an unknown type at ${path}`);
    return known;
  });
  const found = broken(place, { type });
  return (value) => (isOf?.(value) || others.some((one) => one(value)) ? valid : found);
};

const isConst: Rule<unknown> = (place) => {
  const { argument: allowedValue } = place;
  const isAllowed = oneAmong([allowedValue]);
  const found = broken(place, { allowedValue });
  return (value) => (isAllowed(value) ? valid : found);
};

const isEnum: Rule<unknown> = (place) => {
  const allowedValues: readonly unknown[] = Array.isArray(place.argument) ? place.argument : [];
  const isAllowed = oneAmong(allowedValues);
  const found = broken(place, { allowedValues });
  return (value) => (isAllowed(value) ? valid : found);
};

function oneAmong(values: readonly unknown[]): (value: unknown) => boolean {
  const simple = new Set(values);
  const texts = new Set(values.filter(isNested).map(textOfValue));
  return (value) => simple.has(value) || (isNested(value) && texts.has(textOfValue(value)));
}

const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

const anyOf: Rule<unknown> = (place) => {
  const branches = branchesOf(place);
  return (value) => {
    const findings: SchemaFinding[] = [];
    for (const branch of branches) {
      const found = branch(value);
      if (found.length === 0) return valid;
      findings.push(...found);
    }
    return [...findings, ...broken(place)];
  };
};

const oneOf: Rule<unknown> = (place) => {
  const branches = branchesOf(place);
  return (value) => {
    const all = branches.map((branch) => branch(value));
    return all.filter(({ length }) => length === 0).length === 1 ? valid : [...all.flat(), ...broken(place)];
  };
};

const branchesOf = ({ argument, compile }: Parameters<Rule<unknown>>[0]): readonly Validator[] =>
  (Array.isArray(argument) ? argument : []).map((branch, i) => compile(branch, String(i)));

/** The keywords for values of every type, in the order in which they are checked. */
export const valueRules: Readonly<Record<string, Rule<unknown>>> = { const: isConst, enum: isEnum, anyOf, oneOf };
