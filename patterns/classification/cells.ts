import type { ClassificationSchema, Dimension, Interval } from '../../contract/artefacts/classification-schema.ts';
import { decimalOf, quotient, type Decimal } from '../../contract/values/decimal.ts';
import { holds, isInterval, withinInterval, type Point } from './holds.ts';
import { edgeOf, measureOf, type Measure } from './measure.ts';

/** Cells times rules. A product of 8 dimensions grows fast; this many checks take well under a second. */
export const maxChecks = 500_000;

type Rules = Pick<ClassificationSchema, 'dimensions' | 'rules'>;

/** A flaw that the proof found: a point for which no rule holds, or several hold. */
export interface Flaw {
  /** For example `estimate = 25000 TRY (at /estimate), injury = none (at /injury)`. */
  readonly witness: string;
  readonly rules: readonly string[];
}

/**
 * One point for each cell into which the edges of all rules cut a dimension's domain. On a cell, every rule holds
 * everywhere or nowhere, so the point represents the whole cell.
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
 * On a discrete line: each edge and its neighbours. On a dense line: each edge, the middles between them, and both
 * ends.
 */
function points(edges: readonly Decimal[], { discrete }: Measure): readonly Decimal[] {
  const [first, last] = [edges[0], edges.at(-1)];
  if (!first || !last) return [decimalOf('0')].filter((zero) => zero !== undefined);
  if (discrete) return sorted(edges.flatMap((edge) => [edge.minus('1'), edge, edge.plus('1')]));
  const middles = edges.slice(1).map((edge, i) => middle(edges[i] ?? edge, edge));
  return sorted([first.minus('1'), ...edges, ...middles, last.plus('1')]);
}

/** Exact, because half of a decimal has only one digit more. */
function middle(a: Decimal, b: Decimal): Decimal {
  const two = decimalOf('2');
  return two ? quotient(a.plus(b), two, { scale: 40, mode: 'down' }) : a;
}

/** The number of cells to prove. */
export const cellCount = ({ dimensions, rules }: Rules): number =>
  dimensions.map((dimension) => representatives(dimension, rules).length).reduce((count, points) => count * points, 1);

/**
 * Proves that exactly one rule holds for every point of the domains. Returns the first point with no rule or several,
 * and the rules that hold nowhere.
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
