import { isDeepStrictEqual } from 'node:util';
import type { Schema } from '../keywords.ts';
import type { Path } from '../../tenant/source.ts';
import type { Difference, SchemaPair } from './difference.ts';

const number = (schema: Schema, keyword: string, otherwise: number): number => {
  const value = schema[keyword];
  return typeof value === 'number' ? value : otherwise;
};

const said = (value: unknown): string => (value === undefined ? 'missing' : JSON.stringify(value));

/**
 * Checks that the lower bound of `sub` is not below the lower bound of `sup`, and that the upper bound of `sub` is not
 * above the upper bound of `sup`.
 */
function sizes(
  { sub, sup }: SchemaPair,
  path: Path,
  { least, most }: { readonly least: string; readonly most: string },
): readonly Difference[] {
  return [
    ...(number(sub, least, 0) < number(sup, least, 0)
      ? [
          {
            path: [...path, least],
            message: `${least} is ${number(sub, least, 0)}, but must be at least ${number(sup, least, 0)}`,
          },
        ]
      : []),
    ...(number(sub, most, Infinity) > number(sup, most, Infinity)
      ? [
          {
            path: [...path, most],
            message: `${most} is ${said(sub[most])}, but must be at most ${number(sup, most, Infinity)}`,
          },
        ]
      : []),
  ];
}

export function textDifferences(sub: Schema, sup: Schema, path: Path): readonly Difference[] {
  const same = (['pattern', 'format'] as const)
    .filter((keyword) => keyword in sup && !isDeepStrictEqual(sub[keyword], sup[keyword]))
    .map((keyword) => ({
      path: [...path, keyword],
      message: `${keyword} is ${said(sub[keyword])}, but must be ${said(sup[keyword])}`,
    }));
  return [...sizes({ sub, sup }, path, { least: 'minLength', most: 'maxLength' }), ...same];
}

export const arrayDifferences = (sub: Schema, sup: Schema, path: Path): readonly Difference[] => [
  ...sizes({ sub, sup }, path, { least: 'minItems', most: 'maxItems' }),
  ...(sup['uniqueItems'] === true && sub['uniqueItems'] !== true
    ? [{ path: [...path, 'uniqueItems'], message: 'uniqueItems is missing: items may repeat' }]
    : []),
];

export const memberCountDifferences = (sub: Schema, sup: Schema, path: Path): readonly Difference[] =>
  sizes({ sub, sup }, path, { least: 'minProperties', most: 'maxProperties' });

/** Returns a bound and whether the value itself is excluded. */
const ends = (
  schema: Schema,
  { inclusive, exclusive }: { readonly inclusive: string; readonly exclusive: string },
  side: 1 | -1,
): readonly [number, boolean] => {
  const closed = number(schema, inclusive, -side * Infinity);
  const open = number(schema, exclusive, -side * Infinity);
  return side * open >= side * closed && Number.isFinite(open) ? [open, true] : [closed, false];
};

export function numberDifferences(sub: Schema, sup: Schema, path: Path): readonly Difference[] {
  const [subLow, subLowOpen] = ends(sub, { inclusive: 'minimum', exclusive: 'exclusiveMinimum' }, 1);
  const [supLow, supLowOpen] = ends(sup, { inclusive: 'minimum', exclusive: 'exclusiveMinimum' }, 1);
  const [subHigh, subHighOpen] = ends(sub, { inclusive: 'maximum', exclusive: 'exclusiveMaximum' }, -1);
  const [supHigh, supHighOpen] = ends(sup, { inclusive: 'maximum', exclusive: 'exclusiveMaximum' }, -1);
  const low = subLow < supLow || (subLow === supLow && supLowOpen && !subLowOpen);
  const high = subHigh > supHigh || (subHigh === supHigh && supHighOpen && !subHighOpen);
  return [
    ...(low
      ? [
          {
            path: [...path, 'minimum'],
            message: `allows ${subLow}, which is lower than the ${supLowOpen ? 'exclusive ' : ''}minimum ${supLow}`,
          },
        ]
      : []),
    ...(high
      ? [
          {
            path: [...path, 'maximum'],
            message: `allows ${subHigh}, which is higher than the ${supHighOpen ? 'exclusive ' : ''}maximum ${supHigh}`,
          },
        ]
      : []),
  ];
}
