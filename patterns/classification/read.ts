import { aKind } from '../../contract/values/kind.ts';
import type { Dimension, Interval } from '../../contract/artefacts/classification-schema.ts';
import { valueAt } from '../../contract/values/pointers.ts';
import { withinInterval, type Point } from './holds.ts';
import { measureOf, type Measure } from './measure.ts';
import type { OutsideReason, Read } from './schema.ts';

/**
 * The reason why a subject has no band, and the dimension to which it applies. `because` contains no value of the
 * subject.
 */
export interface Outside {
  readonly dimension: string;
  readonly reason: OutsideReason;
  readonly because: string;
}

type Found = { readonly point: Point; readonly read: Read } | Outside;

/**
 * Reads the value of a dimension in the subject. Returns the value, or the reason why the subject has no value in the
 * domain of the dimension.
 */
export function readOf(dimension: Dimension, subject: unknown): Found {
  const value = valueAt(subject, dimension.at);
  if (value === undefined) return outside(dimension, 'missing', 'is missing from the subject');
  if (dimension.kind === 'category' || dimension.kind === 'boolean') return listed(dimension, value);
  const measure = measureOf(dimension);
  if (!measure) return outside(dimension, 'not_a_value', 'has a kind whose values have no order');
  const [number, unit] = quantity(dimension, value, subject);
  if ('unit' in dimension && unit !== dimension.unit) {
    return outside(dimension, 'wrong_unit', `is not in ${dimension.unit}`);
  }
  return measured(dimension, number, measure);
}

const outside = ({ name }: Dimension, reason: OutsideReason, because: string): Outside => ({
  dimension: name,
  reason,
  because,
});

function listed(dimension: Extract<Dimension, { kind: 'category' | 'boolean' }>, value: unknown): Found {
  const known = dimension.kind === 'boolean' ? typeof value === 'boolean' : isOneOf(dimension.values, value);
  if (!known || (typeof value !== 'string' && typeof value !== 'boolean')) {
    return outside(dimension, 'unknown_value', 'has a value that the classification schema does not list');
  }
  return { point: value, read: { dimension: dimension.name, pointer: dimension.at, value } };
}

const isOneOf = (values: readonly string[], value: unknown): boolean => values.some((one) => one === value);

/**
 * Returns a number and its unit. A value of the kind money contains both. For other kinds, the unit is in another
 * member of the subject or is fixed by the dimension.
 */
function quantity(dimension: Dimension, value: unknown, subject: unknown): readonly [unknown, unknown] {
  if (dimension.kind === 'money') return [valueAt(value, '/amount'), valueAt(value, '/currency')];
  if ('unitAt' in dimension && dimension.unitAt !== undefined) return [value, valueAt(subject, dimension.unitAt)];
  return [value, 'unit' in dimension ? dimension.unit : undefined];
}

function measured(dimension: Dimension & { readonly domain?: Interval }, value: unknown, measure: Measure): Found {
  const number = measure.of(value);
  if (!number || (typeof value !== 'string' && typeof value !== 'number')) {
    return outside(
      dimension,
      'not_a_value',
      `is not ${dimension.kind === 'money' ? 'an amount' : aKind(dimension.kind)}`,
    );
  }
  if (!withinInterval(dimension.domain ?? {}, dimension)(number)) {
    return outside(
      dimension,
      'outside_domain',
      'has a value outside the domain that the classification schema declares',
    );
  }
  const unit = 'unit' in dimension ? { unit: dimension.unit } : {};
  return { point: number, read: { dimension: dimension.name, pointer: dimension.at, value, ...unit } };
}
