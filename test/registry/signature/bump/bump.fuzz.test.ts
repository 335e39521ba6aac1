import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptsValue } from '../../../../registry/signature/bump/accepts-value.ts';
import { bumpBetween } from '../../../../registry/signature/bump/bump.ts';
import { changed, Generator, schema, valueFor, type Schema } from './json-schemas.ts';

type Judge = (value: unknown) => boolean;
const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false, addUsedSchema: false });
const judge = (of: Schema): Judge => ajv.compile(of);
const nothing = { type: 'null' };
const runs = { numRuns: 600 };

/** Two schemas, mostly one and its neighbour: far apart, nothing is compatible. */
const pair = (random: Generator): readonly [Schema, Schema] => {
  const one = schema(random);
  return [one, random.chance(85) ? changed(random, one) : schema(random)];
};

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** The schema as a tolerant reader holds it: members that it does not know are passed over. */
function tolerant(of: Schema): Schema {
  const kept = Object.entries(of).filter(([keyword, value]) => keyword !== 'additionalProperties' || value !== false);
  return Object.fromEntries(kept.map(([keyword, value]) => [keyword, within(keyword, value)]));
}
function within(keyword: string, value: unknown): unknown {
  if (keyword === 'anyOf' || keyword === 'oneOf') return (value as readonly Schema[]).map(tolerant);
  if (keyword === 'properties' && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, tolerant(member as Schema)]));
  }
  return (keyword === 'items' || keyword === 'additionalProperties') && isObject(value) ? tolerant(value) : value;
}

/** Values that `from` finds valid, of a pair whose bump is not major, must be valid to `to`; how many were tried. */
function held(random: Generator, from: Schema, to: Schema): number {
  const [valid, still] = [judge(from), judge(to)];
  const values = Array.from({ length: 12 }, () => valueFor(random, from)).filter(valid);
  for (const value of values) {
    if (!still(value)) throw new Error(JSON.stringify({ from, to, value }));
  }
  return values.length;
}

test('what was valid under the old request is valid under the new one, unless the bump is major', () => {
  let compatible = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = new Generator(seed);
      const [older, newer] = pair(random);
      const { bump } = bumpBetween({ request: older, response: nothing }, { request: newer, response: nothing });
      if (bump !== 'major') compatible += held(random, older, newer);
    }),
    runs,
  );
  expect(compatible).toBeGreaterThan(500);
});

test('what the new response answers can be read by a tolerant reader of the old one, unless the bump is major', () => {
  let compatible = 0;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = new Generator(seed);
      const [older, newer] = pair(random);
      const { bump } = bumpBetween({ request: nothing, response: older }, { request: nothing, response: newer });
      if (bump !== 'major') compatible += held(random, newer, tolerant(older));
    }),
    runs,
  );
  expect(compatible).toBeGreaterThan(500);
});

test('a value is accepted where ajv finds it valid', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = new Generator(seed);
      const of = schema(random);
      const valid = judge(of);
      for (let i = 0; i < 8; i++) {
        const value = valueFor(random, of);
        expect(acceptsValue(of, value, { tolerant: false })).toBe(valid(value));
      }
    }),
    runs,
  );
});
