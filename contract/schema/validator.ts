import { valueKindOf } from '../values/kind.ts';
import { escapePointer } from '../values/pointers.ts';
import { valid, type SchemaFinding, type Validator } from './finding.ts';
import type { KeywordPlace, Rule } from './keyword-place.ts';
import { arrayRules } from './rules/arrays.ts';
import { numberRules } from './rules/numbers.ts';
import { objectRules } from './rules/objects.ts';
import { stringRules } from './rules/strings.ts';
import { typeRule, valueRules } from './rules/values.ts';

/** Keywords that do not affect which values are valid. */
export const annotations: ReadonlySet<string> = new Set([
  'title',
  'description',
  'examples',
  '$comment',
  '$schema',
  'discriminator',
]);

type Rules = Readonly<Record<string, Rule<never>>>;

/** The keywords that check a value of a JSON type, in the order in which they are checked. */
const rulesOf: Readonly<Record<string, Rules>> = {
  number: { type: typeRule, ...numberRules, ...valueRules },
  string: { type: typeRule, ...stringRules, ...valueRules },
  array: { type: typeRule, ...valueRules, ...arrayRules },
  object: { type: typeRule, ...valueRules, ...objectRules },
};
/** The keywords that check a value of any other type. */
const commonRules: Rules = { type: typeRule, ...valueRules };
const known = new Set(Object.values(rulesOf).flatMap((rules) => Object.keys(rules)));

/**
 * Compiles a JSON Schema (2020-12) without references into closures. It generates no code. Each part of the schema is
 * compiled when a value first reaches it. The validator changes no value: nothing is coerced or added. It throws an
 * error at an unknown keyword, because a keyword that is ignored would allow more values.
 */
export const validatorOf = (schema: unknown): Validator => whenReached(() => compile(schema, '#'));

function compile(schema: unknown, path: string): Validator {
  if (valueKindOf(schema) !== 'object') throw new Error(`the schema at ${path} is not an object`);
  const given = schema as Readonly<Record<string, unknown>>;
  const unknown = Object.keys(given).find((keyword) => !known.has(keyword) && !annotations.has(keyword));
  if (unknown !== undefined) throw new Error(`the schema has the unknown keyword ${unknown} at ${path}`);
  const compiled = new Map<string, Check>();
  const checkOf = ([keyword, rule]: readonly [string, Rule<never>]): Check => {
    const check = compiled.get(keyword) ?? rule(placeOf(given, keyword, path));
    compiled.set(keyword, check);
    return check;
  };
  const checksOf = (rules: Rules): Validator =>
    inOrder(
      Object.entries(rules)
        .filter(([keyword]) => Object.hasOwn(given, keyword))
        .map(checkOf),
    );
  const byKind = new Map(Object.entries(rulesOf).map(([kind, rules]) => [kind, checksOf(rules)]));
  const common = checksOf(commonRules);
  return (value) => (byKind.get(valueKindOf(value)) ?? common)(value);
}

type Check = (value: never) => readonly SchemaFinding[];

const placeOf = (schema: Readonly<Record<string, unknown>>, keyword: string, at: string): KeywordPlace => {
  const path = `${at}/${keyword}`;
  return {
    keyword,
    argument: schema[keyword],
    schema,
    path,
    compile: (below, ...steps) => whenReached(() => compile(below, [path, ...steps.map(fragment)].join('/'))),
  };
};

const inOrder =
  (checks: readonly Check[]): Validator =>
  (value) => {
    for (const check of checks) {
      const found = check(value as never);
      if (found.length > 0) return found;
    }
    return valid;
  };

const fragment = (step: string): string => encodeURIComponent(escapePointer(step));

function whenReached(make: () => Validator): Validator {
  let made: Validator | undefined;
  return (value) => (made ??= make())(value);
}
