import type { ClassificationSchema, Dimension, Interval } from '../../contract/artefacts/classification-schema.ts';
import { decimalOf, quotient, type Decimal } from '../../contract/values/decimal.ts';
import { holds, isInterval, withinInterval, type Point } from './holds.ts';
import { edgeOf, measureOf, type Measure } from './measure.ts';

/**
 * The most checks that a proof may take: the number of cells times the number of rules. This many checks take well
 * under a second, but the number of cells grows fast with the number of dimensions.
 */
export const maxChecks = 500_000;

type Rules = Pick<ClassificationSchema, 'dimensions' | 'rules'>;

/** A flaw of the rules: values for which no rule holds, or several rules hold. */
export interface Flaw {
  /** The values that show the flaw, for example `estimate = 25000 TRY (at /estimate), injury = none (at /injury)`. */
  readonly witness: string;
  readonly rules: readonly string[];
}

/**
 * Returns one value of a dimension for each cell. The edges of all rules cut the dimension's domain into cells. Within
 * a cell, each rule holds everywhere or nowhere, so one value represents the whole cell.
 */
export function representatives(dimension: Dimension, rules: Rules['rules']): readonly Point[] {
  if (dimension.kind === 'boolean') return [true, false];
  if (dimension.kind === 'category') return dimension.values;
  const measure = measureOf(dimension);
  if (!measure) return [];
  const { domain = {} } = dimension;
  const conditions = rules.flatMap(({ when }) => (Object.hasOwn(when, dimension.name) ? [when[dimension.name]] : []));
  const intervals = [domain, ...conditions.filter((one): one is Interval => one !== undefined && isInterval(one))];
  const edges = sorted(intervals.flatMap((interval) => edgesOf(interval, dimension)));
  const inside = withinInterval(domain, dimension);
  return points(edges, measure).filter((number) => measure.text(number) !== undefined && inside(number));
}

const edgesOf = (interval: Interval, dimension: Dimension): readonly Decimal[] =>
  Object.values(interval)
    .map((text: string) => edgeOf(dimension, text))
    .filter((edge) => edge !== undefined);

const sorted = (numbers: readonly Decimal[]): readonly Decimal[] =>
  numbers
    .toSorted((a, b) => a.cmp(b))
    .filter((number, i, all) => i === 0 || !number.eq(all[i - 1] ?? number.plus('1')));

/**
 * Returns the values to check. If each value of the kind has a next value, these are each edge and its neighbours.
 * Otherwise these are each edge, the middle between two neighbouring edges, and a value beyond each end.
 */
function points(edges: readonly Decimal[], { discrete }: Measure): readonly Decimal[] {
  const [first, last] = [edges[0], edges.at(-1)];
  if (!first || !last) return [decimalOf('0')].filter((zero) => zero !== undefined);
  if (discrete) return sorted(edges.flatMap((edge) => [edge.minus('1'), edge, edge.plus('1')]));
  const middles = edges.slice(1).map((edge, i) => middle(edges[i] ?? edge, edge));
  return sorted([first.minus('1'), ...edges, ...middles, last.plus('1')]);
}

/** Returns the middle of two numbers. It is exact, because half of a decimal has only one digit more. */
function middle(a: Decimal, b: Decimal): Decimal {
  const two = decimalOf('2');
  return two ? quotient(a.plus(b), two, { scale: 40, mode: 'down' }) : a;
}

/** Returns the number of combinations of cells that a proof checks. */
export const cellCount = ({ dimensions, rules }: Rules): number =>
  dimensions.map((dimension) => representatives(dimension, rules).length).reduce((count, points) => count * points, 1);

/**
 * Checks for all values in the domains that exactly one rule holds. Returns the first combination for which no rule or
 * several rules hold, and the rules that never hold.
 */
export function proof({ dimensions, rules }: Rules): { readonly flaw?: Flaw; readonly idle: readonly string[] } {
  const lines = dimensions.map((dimension) => representatives(dimension, rules));
  const tests = rules.map((rule) => ({ id: rule.id, test: holds(rule, dimensions) }));
  const used = new Set<string>();
  let flaw: Flaw | undefined;
  for (const at of product(lines)) {
    const holding = tests.filter(({ test }) => test(at)).map(({ id }) => id);
    for (const id of holding) used.add(id);
    if (holding.length !== 1) flaw ??= { witness: witness(dimensions, at), rules: holding };
  }
  return { idle: rules.map(({ id }) => id).filter((id) => !used.has(id)), ...(flaw === undefined ? {} : { flaw }) };
}

function* product(lines: readonly (readonly Point[])[], at: readonly Point[] = []): Generator<readonly Point[]> {
  const line = lines[at.length];
  if (line) for (const point of line) yield* product(lines, [...at, point]);
  else yield at;
}

const witness = (dimensions: readonly Dimension[], at: readonly Point[]): string =>
  dimensions.map((dimension, i) => `${dimension.name} = ${shown(dimension, at[i])} (at ${dimension.at})`).join(', ');

function shown(dimension: Dimension, point: Point | undefined): string {
  const text = typeof point === 'object' ? measureOf(dimension)?.text(point) : String(point);
  return 'unit' in dimension ? `${text} ${dimension.unit}` : `${text}`;
}
