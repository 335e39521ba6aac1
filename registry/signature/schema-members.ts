import { entries, isSchema, members } from './keywords.ts';

/** Returns the alternatives of a request or response, or the schema itself if it has no alternatives. */
export const branches = (side: unknown): readonly unknown[] => {
  const all = isSchema(side) ? [...members(side['oneOf']), ...members(side['anyOf'])] : [];
  return all.length > 0 ? all : [side];
};

/** Returns the schema of an object's member. Undefined if the object does not name it. */
export const memberOf = (schema: unknown, name: string): unknown =>
  isSchema(schema) ? entries(schema['properties']).find(([own]) => own === name)?.[1] : undefined;

/** Returns the constants that a schema lists. Empty if the schema lists no constants. */
export const constantsOf = (schema: unknown): readonly unknown[] => {
  if (!isSchema(schema)) return [];
  return 'const' in schema ? [schema['const']] : members(schema['enum']);
};

/** Checks whether a schema lists constants, and all of them are among these names. */
export const namesOnly = (schema: unknown, names: readonly string[]): boolean => {
  const listed = constantsOf(schema);
  return listed.length > 0 && listed.every((name) => names.includes(String(name)));
};
