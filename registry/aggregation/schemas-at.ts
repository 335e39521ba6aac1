import { alternatives } from '../signature/answers.ts';
import { isSchema } from '../signature/keywords.ts';

/**
 * Returns the schemas that a value at a path can have, one for each alternative. The steps of the path are names of
 * members. The step `*` means the items of an array.
 */
export function schemasAt(schema: unknown, steps: readonly string[]): readonly unknown[] {
  if (!isSchema(schema)) return [];
  const branches = alternatives(schema);
  if (branches.length > 1 || branches[0] !== schema) return branches.flatMap((branch) => schemasAt(branch, steps));
  const [step, ...rest] = steps;
  if (step === undefined) return [schema];
  if (step === '*') return schemasAt(schema['items'], rest);
  const { properties } = schema;
  return isSchema(properties) && Object.hasOwn(properties, step) ? schemasAt(properties[step], rest) : [];
}
