import { isDeepStrictEqual } from 'node:util';
import { disjoint } from '../disjoint.ts';
import { annotations } from '../../../contract/schema/validator.ts';
import { assertions, isSchema, members, typesOf, type Schema } from '../keywords.ts';
import type { Path } from '../../tenant/source.ts';
import { acceptsValue } from './accepts-value.ts';
import { arrayDifferences, numberDifferences, textDifferences } from './bounds.ts';
import type { Difference, Reading, SchemaPair } from './difference.ts';
import { objectDifferences } from './object.ts';

const judged = new Set<string>([...annotations, ...assertions]);
/** Keywords whose meaning depends on the schemas beside or around them. */
const contextual = ['$ref', '$dynamicRef', 'unevaluatedProperties', 'unevaluatedItems'];

/**
 * Returns why a value that is valid for `sub` might not be valid for `sup`. Empty if every value that is valid for
 * `sub` is valid for `sup`. Keywords that the function cannot judge are reported as differences. Both schemas are
 * self-contained JSON Schema 2020-12.
 */
export function differences(
  { sub, sup }: { readonly sub: unknown; readonly sup: unknown },
  reading: Reading,
  path: Path = [],
): readonly Difference[] {
  if (sub === false || sup === true || isDeepStrictEqual(bare(sub), bare(sup))) return [];
  if (isSchema(sup) && Object.keys(bare(sup) as Schema).length === 0) return [];
  if (!isSchema(sub) || !isSchema(sup)) return [{ path, message: 'allows any value: give it a type' }];
  if (contextual.some((keyword) => keyword in sub || keyword in sup))
    return [{ path, message: 'has a $ref or unevaluated members, which cannot be compared' }];
  return (
    bySplit({ sub, sup }, reading, path) ??
    byAlternative({ sub, sup }, reading, path) ??
    byKeyword({ sub, sup }, reading, path)
  );
}

const bare = (schema: unknown): unknown =>
  isSchema(schema)
    ? Object.fromEntries(Object.entries(schema).filter(([keyword]) => !annotations.has(keyword)))
    : schema;

const without = (schema: Schema, ...keywords: readonly string[]): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

/** Compares each alternative of `sub`. Keywords beside the alternatives apply to all of them. */
function bySplit({ sub, sup }: SchemaPair, reading: Reading, path: Path): readonly Difference[] | undefined {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    if (!Array.isArray(sub[keyword])) continue;
    const base = without(sub, keyword);
    const beside = Object.keys(bare(base) as Schema).length > 0;
    if (beside && differences({ sub: base, sup }, reading, path).length === 0) return [];
    return members(sub[keyword]).flatMap((branch, i) =>
      differences({ sub: branch, sup }, reading, [...path, keyword, i]),
    );
  }
  if (!('oneOf' in sup) && !('anyOf' in sup)) return undefined;
  if (Array.isArray(sub['enum']) && !('const' in sub)) {
    return members(sub['enum']).flatMap((value) => differences({ sub: { const: value }, sup }, reading, path));
  }
  if (typesOf(sub).length > 1 && !('const' in sub)) {
    return typesOf(sub).flatMap((type) => differences({ sub: { ...sub, type }, sup }, reading, path));
  }
  return undefined;
}

/** Checks that `sub` fits one alternative of `sup` and the keywords beside the alternatives. */
function byAlternative({ sub, sup }: SchemaPair, reading: Reading, path: Path): readonly Difference[] | undefined {
  for (const keyword of ['oneOf', 'anyOf'] as const) {
    const branches = members(sup[keyword]).filter(isSchema);
    if (branches.length === 0) continue;
    const apart = branches.every((branch, i) => branches.slice(i + 1).every((other) => disjoint(branch, other)));
    if (keyword === 'oneOf' && !apart)
      return [{ path, message: 'must fit exactly one of several branches that overlap, which cannot be proved' }];
    const beside = differences({ sub, sup: without(sup, keyword) }, reading, path);
    const found = branches.map((branch) => differences({ sub, sup: branch }, reading, path));
    if (found.some((found) => found.length === 0)) return beside;
    const nearest = branches.findIndex((branch) => !disjoint(sub, branch));
    return [...beside, ...(found[nearest] ?? [{ path, message: 'does not fit any of the alternatives' }])];
  }
  return undefined;
}

function byKeyword({ sub, sup }: SchemaPair, reading: Reading, path: Path): readonly Difference[] {
  const unjudged = new Set([...Object.keys(sub), ...Object.keys(sup)].filter((keyword) => !judged.has(keyword)));
  const found: Difference[] = [...unjudged]
    .filter((keyword) => !isDeepStrictEqual(sub[keyword], sup[keyword]))
    .map((keyword) => ({ path: [...path, keyword], message: `the keyword ${keyword} differs and cannot be compared` }));
  const values = 'const' in sub ? [sub['const']] : Array.isArray(sub['enum']) ? members(sub['enum']) : undefined;
  if (values) {
    const refused = values.filter((value) => !acceptsValue(sup, value, reading));
    const list = refused.map((value) => JSON.stringify(value)).join(', ');
    return refused.length > 0 ? [...found, { path, message: `has values that are not allowed: ${list}` }] : found;
  }
  if ('const' in sup || 'enum' in sup) {
    const listed = 'const' in sup ? [sup['const']] : members(sup['enum']);
    const list = listed.map((value) => JSON.stringify(value)).join(', ');
    return [...found, { path, message: `allows more than the listed values: ${list}` }];
  }
  return [...found, ...typeDifferences(sub, sup, path), ...ofTypes({ sub, sup }, reading, path)];
}

function typeDifferences(sub: Schema, sup: Schema, path: Path): readonly Difference[] {
  const allowed = typesOf(sup);
  if (allowed.length === 0) return [];
  const fits = (type: string): boolean => allowed.includes(type) || (type === 'integer' && allowed.includes('number'));
  const own = typesOf(sub);
  if (own.length > 0 && own.every(fits)) return [];
  return [{ path, message: `is ${own.join(' or ') || 'of any type'}, but must be ${allowed.join(' or ')}` }];
}

function ofTypes({ sub, sup }: SchemaPair, reading: Reading, path: Path): readonly Difference[] {
  const own = typesOf(sub);
  const may = (...types: readonly string[]): boolean => own.length === 0 || types.some((type) => own.includes(type));
  const recurse = (a: unknown, b: unknown, ...steps: Path): readonly Difference[] =>
    differences({ sub: a, sup: b }, reading, [...path, ...steps]);
  return [
    ...(may('string') ? textDifferences(sub, sup, path) : []),
    ...(may('number', 'integer') ? numberDifferences(sub, sup, path) : []),
    ...(may('array') ? arrayDifferences(sub, sup, path) : []),
    ...(may('array') ? recurse(sub['items'] ?? true, sup['items'] ?? true, 'items') : []),
    ...(may('object') ? objectDifferences({ sub, sup }, { reading, path }, recurse) : []),
  ];
}
