import { describe, expect, it } from 'vitest';
import { provedClassificationSchema } from '../../patterns/classification/artefact.ts';
import { provedRulePack } from '../../patterns/validation/artefact.ts';
import { resolveSchema, type Shapes } from '../../registry/signature/resolve.ts';
import { severity } from '../patterns/classification/schemas.ts';
import { pack } from '../patterns/artefacts.ts';
import { stepsOf } from '../support/steps.ts';

const text = { type: 'string' };
const property = (schema: Record<string, unknown>) => ({ schema, markings: [], required: true });
/** Each type refers twice to the next one, so the schema that is written out doubles with each of 40 types. */
const doubling: Shapes = {
  types: new Map(
    Array.from({ length: 40 }, (_, i) => {
      const next = property(i === 39 ? text : { $ref: `ontology/Wide${i + 1}` });
      return [
        `Wide${i}`,
        { id: `Wide${i}`, version: '1.0.0', description: 'a type', properties: { a: next, b: next } },
      ] as const;
    }),
  ),
  platform: {},
  tools: new Map(),
};
const values = Array.from({ length: 30 }, (_, i) => `v${i}`);
/** To prove it, 30 to the power of 6 cells would be checked. */
const manyCells = {
  ...severity,
  bands: ['low'],
  dimensions: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ name, at: `/${name}`, kind: 'category', values })),
  rules: [{ id: 'a', band: 'low', when: {} }],
};
const [first] = pack.rules;
const refusedRule = (expression: string) => (): boolean =>
  !provedRulePack.safeParse({ ...pack, rules: [{ ...first, expression }] }).success;

const refused: readonly (readonly [string, () => boolean])[] = [
  [
    'a schema whose types double at each level',
    () => resolveSchema({ $ref: 'ontology/Wide0' }, doubling).findings.length > 0,
  ],
  ['a classification with too many cells', () => !provedClassificationSchema.safeParse(manyCells).success],
  [
    'a rule with three loops in each other',
    refusedRule('candidate.a.all(x, candidate.a.all(y, candidate.a.all(z, x == z)))'),
  ],
  ['a rule that is nested too deeply', refusedRule(`${'('.repeat(900)}true${')'.repeat(900)}`)],
  ['a rule that is too long', refusedRule(`"${'a'.repeat(20_000)}" == candidate.a`)],
];

describe('A compiler of artefacts', () => {
  it.each(refused)('The compiler refuses %s in at most 100 000 steps', async (_, isRefused) => {
    expect(isRefused()).toBe(true);
    const steps = await stepsOf(isRefused);
    expect(steps).toBeLessThan(100_000);
  });
});
