import { valid } from '../finding.ts';
import { atLeast, atMost, broken, limitRule, type Rule } from '../keyword-place.ts';
import { below } from './below.ts';

/** An object of JSON. Only its own members count: `{}` has no member `toString`. */
type Members = Readonly<Record<string, unknown>>;

const count = (value: Members): number => Object.keys(value).length;

const required: Rule<Members> = (place) => {
  const names = namesIn(place.argument);
  return (value) => {
    const missingProperty = names.find((name) => !Object.hasOwn(value, name));
    return missingProperty === undefined ? valid : broken(place, { missingProperty });
  };
};

const propertyNames: Rule<Members> = (place) => {
  const check = place.compile(place.argument);
  return (value) => {
    for (const propertyName of Object.keys(value)) {
      const found = check(propertyName);
      if (found.length > 0) return [...found, ...broken(place, { propertyName })];
    }
    return valid;
  };
};

const additionalProperties: Rule<Members> = (place) => {
  const { argument, schema, compile } = place;
  const known = new Set(Object.keys(Object(schema['properties'])));
  const check =
    argument === false ? (name: string) => broken(place, { additionalProperty: name }) : membersBy(compile(argument));
  return (value) => {
    for (const name of Object.keys(value)) {
      if (known.has(name)) continue;
      const found = check(name, value[name]);
      if (found.length > 0) return found;
    }
    return valid;
  };
};

const properties: Rule<Members> = ({ argument, compile }) => {
  const checks = Object.entries(Object(argument) as Members).map(
    ([name, schema]) => [name, membersBy(compile(schema, name))] as const,
  );
  return (value) => {
    for (const [name, check] of checks) {
      if (!Object.hasOwn(value, name)) continue;
      const found = check(name, value[name]);
      if (found.length > 0) return found;
    }
    return valid;
  };
};

const membersBy =
  (check: ReturnType<Parameters<Rule<Members>>[0]['compile']>) =>
  (name: string, value: unknown): ReturnType<typeof check> => {
    const found = check(value);
    return found.length === 0 ? found : below(name, found);
  };

const namesIn = (argument: unknown): readonly string[] => (Array.isArray(argument) ? argument.map(String) : []);

/** The keywords for objects, in the order in which they are checked. */
export const objectRules: Readonly<Record<string, Rule<Members>>> = {
  maxProperties: limitRule(count, atMost),
  minProperties: limitRule(count, atLeast),
  required,
  propertyNames,
  additionalProperties,
  properties,
};
