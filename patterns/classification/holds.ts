import type { ClassificationSchema, Dimension, Interval } from '../../contract/artefacts/classification-schema.ts';
import type { Decimal } from '../../contract/values/decimal.ts';
import { edgeOf } from './measure.ts';

/** A value of a dimension: a number, or one of its listed values. */
export type Point = Decimal | string | boolean;

type Rule = ClassificationSchema['rules'][number];
type Condition = Rule['when'][string];

export const isInterval = (condition: Condition): condition is Interval => !Array.isArray(condition);

/**
 * Returns a function that tells whether a number is in an interval. If an edge is malformed, no number is in the
 * interval.
 */
export function withinInterval(interval: Interval, dimension: Dimension): (number: Decimal) => boolean {
  const edge = (text: string | undefined, test: (number: Decimal, edge: Decimal) => boolean) => {
    if (text === undefined) return [];
    const parsed = edgeOf(dimension, text);
    return [(number: Decimal): boolean => parsed !== undefined && test(number, parsed)];
  };
  const tests = [
    ...edge(interval.atLeast, (number, least) => number.gte(least)),
    ...edge(interval.above, (number, above) => number.gt(above)),
    ...edge(interval.below, (number, below) => number.lt(below)),
    ...edge(interval.atMost, (number, most) => number.lte(most)),
  ];
  return (number) => tests.every((test) => test(number));
}

/**
 * Returns a function that tells whether a rule holds for a list of values, one for each dimension in their order. Both
 * the proof and the classification use it.
 */
export function holds({ when }: Rule, dimensions: readonly Dimension[]): (at: readonly Point[]) => boolean {
  const tests = dimensions.flatMap((dimension, i) => {
    const condition = Object.hasOwn(when, dimension.name) ? when[dimension.name] : undefined;
    return condition === undefined ? [] : [{ i, test: satisfies(condition, dimension) }];
  });
  return (at) => tests.every(({ i, test }) => test(at[i]));
}

function satisfies(condition: Condition, dimension: Dimension): (point: Point | undefined) => boolean {
  if (!isInterval(condition)) return (point) => condition.some((value) => value === point);
  const inside = withinInterval(condition, dimension);
  return (point) => typeof point === 'object' && inside(point);
}
