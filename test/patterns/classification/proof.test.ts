import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ClassificationSchema, Interval } from '../../../contract/artefacts/classification-schema.ts';
import { provedClassificationSchema } from '../../../patterns/classification/artefact.ts';
import { classification } from '../../../patterns/classification/pattern.ts';

type Rule = ClassificationSchema['rules'][number];
interface Point {
  readonly x: number;
  readonly cause: 'glass' | 'theft';
  readonly injury: boolean;
}

/**
 * All edges are whole numbers. If exactly one rule holds at each edge and halfway between edges, exactly one rule holds
 * everywhere.
 */
const edges = { least: -4, most: 4 };
const points: readonly Point[] = Array.from(
  { length: 2 * (edges.most - edges.least) + 5 },
  (_, i) => i / 2 + edges.least - 1,
).flatMap((x) =>
  (['glass', 'theft'] as const).flatMap((cause) => [true, false].map((injury) => ({ x, cause, injury }))),
);

/** Evaluates a rule a second time, with doubles. They hold halves exactly. */
function holds({ when }: Rule, point: Point): boolean {
  const { atLeast, above, below, atMost } = (when['x'] ?? {}) as Interval;
  const inside =
    point.x >= Number(atLeast ?? -Infinity) &&
    point.x > Number(above ?? -Infinity) &&
    point.x < Number(below ?? Infinity) &&
    point.x <= Number(atMost ?? Infinity);
  const listed = (name: 'cause' | 'injury'): boolean =>
    ((when[name] as readonly unknown[] | undefined) ?? [point[name]]).includes(point[name]);
  return inside && listed('cause') && listed('injury');
}

const schemaOf = (rules: readonly Rule[]): ClassificationSchema => ({
  id: 'bands.generated',
  version: '1.0.0',
  title: 'Generated',
  bands: [...new Set(rules.map(({ band }) => band))],
  dimensions: [
    { name: 'x', at: '/x', kind: 'decimal', unit: 'km' },
    { name: 'cause', at: '/cause', kind: 'category', values: ['glass', 'theft'] },
    { name: 'injury', at: '/injury', kind: 'boolean' },
  ],
  rules,
});

/**
 * Rules that cut the number line into pieces. Each piece has one rule or is split by another dimension, so exactly one
 * rule holds everywhere.
 */
const split = fc.constantFrom<readonly Rule['when'][]>(
  [{}],
  [{ cause: ['glass'] }, { cause: ['theft'] }],
  [{ injury: [true] }, { injury: [false] }],
  [
    { cause: ['glass', 'theft'], injury: [true] },
    { cause: ['glass'], injury: [false] },
    { cause: ['theft'], injury: [false] },
  ],
);
const whole = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: edges.least + 1, max: edges.most - 1 }), { maxLength: 3 }),
    fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
    fc.array(split, { minLength: 4, maxLength: 4 }),
  )
  .map(([cuts, belongs, splits]) => {
    const sorted = cuts.toSorted((a, b) => a - b).map(String);
    return [undefined, ...sorted].flatMap((low, i) => {
      const high = sorted[i];
      const from = low === undefined ? {} : belongs[i - 1] ? { atLeast: low } : { above: low };
      const to = high === undefined ? {} : belongs[i] ? { below: high } : { atMost: high };
      const x = { ...from, ...to };
      return (splits[i] ?? []).map((when) => (Object.keys(x).length === 0 ? when : { x, ...when }));
    });
  })
  .map((all) => all.map((when, i): Rule => ({ id: `rule-${i}`, band: `band-${i}`, when })));

/** Generates such rules unchanged, or with one rule removed, repeated, or given another lower edge. */
const rules = fc
  .tuple(
    whole,
    fc.nat(),
    fc.constantFrom('kept', 'kept', 'away', 'twice', 'moved'),
    fc.integer({ min: edges.least, max: edges.most }),
  )
  .map(([all, at, how, edge]): readonly Rule[] => {
    const i = at % all.length;
    const one = all[i];
    if (!one || how === 'kept' || (how === 'away' && all.length === 1)) return all;
    if (how === 'away') return all.toSpliced(i, 1);
    if (how === 'twice') return [...all, { ...one, id: 'again', band: 'again' }];
    const { above: _, ...x } = (one.when['x'] ?? {}) as Interval;
    return all.with(i, { ...one, when: { ...one.when, x: { ...x, atLeast: String(edge) } } });
  });

async function bandOf({ x, cause, injury }: Point, schema: ClassificationSchema): Promise<string> {
  const args = { subject: { x: String(x), cause, injury }, schema: schema.id };
  const { result } = await classification.execute({
    args,
    refs: { schema },
    ports: {},
    settings: {},
    call: undefined,
  });
  return result.status === 'classified' ? result.band : result.reason;
}

it('A classification schema is accepted if and only if each subject has exactly one rule, and a subject gets the band of its rule', async () => {
  const seen = { proved: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(rules, async (all) => {
      const parsed = provedClassificationSchema.safeParse(schemaOf(all));
      const held = points.map((point) => all.filter((rule) => holds(rule, point)));
      const isTotalAndSingle = held.every((some) => some.length === 1);
      expect([all, parsed.success]).toEqual([all, isTotalAndSingle]);
      seen[parsed.success ? 'proved' : 'refused'] += 1;
      const answers = await Promise.all(
        points.flatMap((point) => (parsed.success ? [bandOf(point, parsed.data)] : [])),
      );
      const expected = held.flatMap(([rule]) => (parsed.success ? [rule?.band] : []));
      expect(answers).toEqual(expected);
    }),
    { numRuns: 150, seed: 24 },
  );
  expect(Math.min(seen.proved, seen.refused)).toBeGreaterThan(30);
});
