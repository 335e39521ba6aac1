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

/** Returns two schemas. Mostly they differ in one keyword, because unrelated schemas are never compatible. */
const pair = (random: Generator): readonly [Schema, Schema] => {
  const one = schema(random);
  return [one, random.chance(85) ? changed(random, one) : schema(random)];
};

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Returns the schema as a tolerant reader applies it: unknown members are ignored. */
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

/** Checks that values that are valid for `from` are also valid for `to`. Returns how many values it tried. */
function held(random: Generator, from: Schema, to: Schema): number {
  const [valid, still] = [judge(from), judge(to)];
  const values = Array.from({ length: 12 }, () => valueFor(random, from)).filter(valid);
  for (const value of values) {
    if (!still(value)) throw new Error(JSON.stringify({ from, to, value }));
  }
  return values.length;
}

test('If the bump is not major, every value that is valid for the old request is valid for the new one', () => {
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

test('If the bump is not major, a tolerant reader of the old response can read every new response', () => {
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

test('acceptsValue accepts a value if and only if ajv finds it valid', () => {
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
