import type { Answers } from '../../contract/pattern.ts';
import { isSchema, members, type Schema } from './keywords.ts';

/** Returns the alternatives of a schema, or the schema itself if it has no alternatives. */
export const alternatives = (schema: Schema): readonly unknown[] => {
  const branches = [...members(schema['oneOf']), ...members(schema['anyOf'])];
  return branches.length > 0 ? branches : [schema];
};

/**
 * Returns the kinds of answer that requests of this signature can lead to. If the signature does not limit its requests
 * to some kinds, all kinds of answer are returned.
 */
export function answersTo(request: unknown, response: Schema, answers: Answers | undefined): readonly unknown[] {
  const all = alternatives(response);
  if (!answers) return all;
  const asked = constantsAt(request, stepsOf(answers.at));
  const possible = asked?.map((one) => answers.of[one]);
  if (!possible || possible.includes(undefined)) return all;
  const reached = new Set(possible.flatMap((one) => one ?? []));
  return all.filter((kind) => constantsAt(kind, stepsOf(answers.by))?.some((one) => reached.has(one)) ?? true);
}

const stepsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

/** Returns the constants that a valid value can have at a pointer. Undefined if the schema does not list them. */
function constantsAt(schema: unknown, steps: readonly string[]): readonly string[] | undefined {
  if (!isSchema(schema)) return undefined;
  const branches = alternatives(schema);
  if (branches.length > 1 || branches[0] !== schema) {
    const each = branches.map((branch) => constantsAt(branch, steps));
    return each.every((one) => one !== undefined) ? each.flat() : undefined;
  }
  const [step, ...rest] = steps;
  if (step !== undefined) {
    const { properties } = schema;
    return isSchema(properties) && Object.hasOwn(properties, step) ? constantsAt(properties[step], rest) : undefined;
  }
  const values = 'const' in schema ? [schema['const']] : members(schema['enum']);
  return values.length > 0 && values.every((value) => typeof value === 'string') ? values : undefined;
}
