import { compareCodePoints } from '../../contract/values/code-points.ts';
import { Failure } from '../../contract/failures.ts';
import type { OntologyObject } from '../../contract/rows/objects.ts';
import { accumulator, type Accumulator } from './accumulators.ts';
import { concluded, type Lengths, type Totals } from './conclusion.ts';
import { plainNumber, measuredUnitOf, type Currencies } from './currencies.ts';
import { one } from './exact.ts';
import { aggregationLimits } from './limits.ts';
import { amountOf, type Amount, type Member, type Scalar } from './members.ts';
import { keyOf } from './order.ts';
import type { MetricGroup, Op } from './schema.ts';

/** The measured members of one type, and the members by which its objects are grouped. */
export interface Measured {
  readonly of?: Member;
  readonly over?: Member;
  readonly groupBy: readonly Member[];
}

interface Group {
  readonly key: readonly (Scalar | null)[];
  readonly accumulator: Accumulator;
  objects: number;
  values: number;
  readonly currencies: { readonly of: Set<string>; readonly over: Set<string> };
}

export const tooMany = (): Failure =>
  new Failure(
    'result.too_large',
    `/groupBy: gives more than ${aggregationLimits.groups} groups. Group by fewer members, or by members with fewer values`,
  );

/** Returns groups to which objects are added one by one. @throws Failure `result.too_large` */
export function groupsOf(op: Op, groupBy: readonly string[], lengths: Lengths) {
  const groups = new Map<string, Group>();
  const groupAt = (key: Group['key']): Group => {
    const name = JSON.stringify(key);
    const known = groups.get(name);
    if (known) return known;
    if (groups.size === aggregationLimits.groups) throw tooMany();
    const currencies = { of: new Set<string>(), over: new Set<string>() };
    const made: Group = { key, accumulator: accumulator(op), objects: 0, values: 0, currencies };
    groups.set(name, made);
    return made;
  };
  // Without `groupBy` there is one group of all objects, even if no object is found.
  if (groupBy.length === 0) groupAt([]);
  return {
    add(object: OntologyObject, { of, over, groupBy: members }: Measured): void {
      const group = groupAt(members.map((member) => keyOf(member, object)));
      group.objects += 1;
      const value = of ? amountOf(of, object) : counted;
      const below = over ? amountOf(over, object) : counted;
      if (value && below) take(group, value, below);
    },
    done: (): readonly MetricGroup[] =>
      metricGroups(
        [...groups.values()].map(({ accumulator: of, ...group }) => ({
          ...group,
          totals: { values: group.values, ...of.done() },
        })),
        { op, groupBy, lengths },
      ),
  };
}

const counted: Amount = { exact: one, unit: plainNumber };

function take(group: Group, value: Amount, over: Amount): void {
  group.values += 1;
  group.currencies.of.add(value.unit);
  group.currencies.over.add(over.unit);
  group.accumulator.add(value.exact, over.exact);
}

/** A group as an engine computes it. */
export interface Grouped {
  readonly key: readonly (Scalar | null)[];
  readonly objects: number;
  readonly totals: Totals;
  readonly currencies: Currencies;
}

interface Asked {
  readonly op: Op;
  readonly groupBy: readonly string[];
  readonly lengths: Lengths;
}

/** Returns groups in the form of the answer, sorted by key. */
export const metricGroups = (groups: readonly Grouped[], asked: Asked): readonly MetricGroup[] =>
  groups.toSorted((a, b) => compareKeys(a.key, b.key)).map((group) => answerOf(group, asked));

function answerOf({ key, objects, totals, currencies }: Grouped, { op, groupBy, lengths }: Asked): MetricGroup {
  const named = { key: groupBy.map((at, i) => ({ at, value: key[i] ?? null })), objects, values: totals.values };
  const unit = measuredUnitOf(op, currencies);
  if (!unit) return { ...named, status: 'unmeasured', reason: 'mixed_units' };
  const said = concluded(op, lengths, totals);
  if ('reason' in said) return { ...named, status: 'unmeasured', reason: said.reason };
  return { ...named, status: 'measured', value: said.value, ...unit };
}

const ranks = ['null', 'boolean', 'number', 'string'];
const rankOf = (value: Scalar | null): number => ranks.indexOf(value === null ? 'null' : typeof value);

function compareKeys(a: Grouped['key'], b: Grouped['key']): number {
  for (const [i, left] of a.entries()) {
    const right = b[i] ?? null;
    if (left === right) continue;
    const rank = rankOf(left) - rankOf(right);
    if (rank !== 0) return rank;
    if (typeof left === 'string' && typeof right === 'string') return compareCodePoints(left, right);
    return left !== null && right !== null && left < right ? -1 : 1;
  }
  return 0;
}
