import { valid, type SchemaFinding, type Validator } from './finding.ts';

/** A keyword in a schema: its argument, and what its rule needs to compile it. */
export interface KeywordPlace {
  readonly keyword: string;
  readonly argument: unknown;
  /** The schema that contains the keyword. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** URI fragment of the keyword. */
  readonly path: string;
  /** Compiles a schema below the keyword. `steps` are the names that lead to it. */
  readonly compile: (schema: unknown, ...steps: readonly string[]) => Validator;
}

/** Compiles a keyword into a check. The check is called only with values of the JSON type of the rule. */
export type Rule<Value> = (place: KeywordPlace) => (value: Value) => readonly SchemaFinding[];

/** Returns the finding that a value breaks the keyword of a place. */
export const broken = (
  { keyword, path: schemaPath }: KeywordPlace,
  params: SchemaFinding['params'] = {},
): readonly SchemaFinding[] => [{ instancePath: '', schemaPath, keyword, params }];

/** Returns a rule that compares a measure of the value with the number in the schema. */
export const limitRule =
  <Value>(measure: (value: Value) => number, holds: (measured: number, limit: number) => boolean): Rule<Value> =>
  (place) => {
    const limit = Number(place.argument);
    const found = broken(place, { limit });
    return (value) => (holds(measure(value), limit) ? valid : found);
  };

export const atMost = (measured: number, limit: number): boolean => measured <= limit;
export const atLeast = (measured: number, limit: number): boolean => measured >= limit;
