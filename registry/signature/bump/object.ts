import { entries, isSchema, members } from '../keywords.ts';
import type { Path } from '../../tenant/source.ts';
import { acceptsValue } from './accepts-value.ts';
import { memberCountDifferences } from './bounds.ts';
import type { Difference, Reading, SchemaPair } from './difference.ts';

type Recurse = (sub: unknown, sup: unknown, ...steps: Path) => readonly Difference[];

export function objectDifferences(
  { sub, sup }: SchemaPair,
  { reading, path }: { readonly reading: Reading; readonly path: Path },
  recurse: Recurse,
): readonly Difference[] {
  const required = new Set(members(sub['required']));
  const newlyOptional = members(sup['required'])
    .filter((name) => !required.has(name))
    .map((name) => ({ path: [...path, 'required'], message: `${String(name)} is optional, but must be required` }));
  return [
    ...newlyOptional,
    ...named({ sub, sup }, reading, recurse),
    ...unnamed({ sub, sup }, { reading, path }, recurse),
    ...names({ sub, sup }, path, recurse),
    ...memberCountDifferences(sub, reading.tolerant ? { ...sup, maxProperties: undefined } : sup, path),
  ];
}

function named({ sub, sup }: SchemaPair, reading: Reading, recurse: Recurse): readonly Difference[] {
  const known = new Map(entries(sup['properties']));
  return entries(sub['properties']).flatMap(([name, member]) => {
    if (known.has(name)) return recurse(member, known.get(name), 'properties', name);
    const others = sup['additionalProperties'] ?? true;
    return reading.tolerant && others === false ? [] : recurse(member, others, 'properties', name);
  });
}

/** Returns the differences in members that `sup` names and `sub` does not, and in members that neither names. */
function unnamed(
  { sub, sup }: SchemaPair,
  { reading, path }: { readonly reading: Reading; readonly path: Path },
  recurse: Recurse,
): readonly Difference[] {
  const others = sub['additionalProperties'] ?? true;
  const own = new Set(entries(sub['properties']).map(([name]) => name));
  const missing = entries(sup['properties']).filter(([name]) => !own.has(name));
  if (reading.tolerant) {
    const gone = missing.map(([name]) => ({
      path: [...path, 'properties'],
      message: `${name} is missing, but earlier versions have it`,
    }));
    const map = isSchema(sup['additionalProperties'])
      ? recurse(others, sup['additionalProperties'], 'additionalProperties')
      : [];
    return [...gone, ...map];
  }
  return [
    ...missing.flatMap(([name, member]) => recurse(others, member, 'additionalProperties', name)),
    ...recurse(others, sup['additionalProperties'] ?? true, 'additionalProperties'),
  ];
}

function names({ sub, sup }: SchemaPair, path: Path, recurse: Recurse): readonly Difference[] {
  const allowed = sup['propertyNames'];
  if (!isSchema(allowed)) return [];
  const bad = entries(sub['properties']).filter(([name]) => !acceptsValue(allowed, name, { tolerant: false }));
  const closed = sub['additionalProperties'] === false;
  const own = isSchema(sub['propertyNames']) ? { type: 'string', ...sub['propertyNames'] } : { type: 'string' };
  return [
    ...bad.map(([name]) => ({ path: [...path, 'properties', name], message: `the name ${name} is not allowed` })),
    ...(closed ? [] : recurse(own, allowed, 'propertyNames')),
  ];
}
