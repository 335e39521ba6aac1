import { entries, isSchema, members } from './keywords.ts';

/** The alternatives of a side of a signature; itself where it has none. */
export const branches = (side: unknown): readonly unknown[] => {
  const all = isSchema(side) ? [...members(side['oneOf']), ...members(side['anyOf'])] : [];
  return all.length > 0 ? all : [side];
};

/** The type of an object's member; undefined where it names none. */
export const memberOf = (schema: unknown, name: string): unknown =>
  isSchema(schema) ? entries(schema['properties']).find(([own]) => own === name)?.[1] : undefined;

/** The constants that a schema lists; empty where it lists none. */
export const constantsOf = (schema: unknown): readonly unknown[] => {
  if (!isSchema(schema)) return [];
  return 'const' in schema ? [schema['const']] : members(schema['enum']);
};

/** Whether a schema lists constants, and none but these. */
export const namesOnly = (schema: unknown, names: readonly string[]): boolean => {
  const listed = constantsOf(schema);
  return listed.length > 0 && listed.every((name) => names.includes(String(name)));
};
