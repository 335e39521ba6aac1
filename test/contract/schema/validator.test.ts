import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SchemaFinding } from '../../../contract/schema/finding.ts';
import { signatureOf } from '../../../contract/schema/signature.ts';
import { validatorOf } from '../../../contract/schema/validator.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { Generator, schema, valueFor, type Schema } from '../../registry/signature/bump/json-schemas.ts';

const isValid = (of: unknown, value: unknown): boolean => validatorOf(of)(value).length === 0;

let oracles = 0;

/** Returns the validator of another implementation of JSON Schema 2020-12. */
async function oracle(of: unknown): Promise<(value: unknown) => boolean> {
  const id = `https://oracle.example/${(oracles += 1)}`;
  registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...(of as object) }, id);
  const judge = await validate(id);
  unregisterSchema(id);
  return (value) => judge(value as never).valid;
}

test('The validators judge generated values like another implementation of JSON Schema', async () => {
  let valid = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const random = new Generator(seed);
    const of = schema(random);
    const judge = await oracle(of);
    for (let i = 0; i < 25; i++) {
      const value = valueFor(random, random.chance(85) ? of : schema(random));
      const verdict = isValid(of, value);
      if (verdict) valid += 1;
      expect({ of, value, verdict }).toEqual({ of, value, verdict: judge(value) });
    }
  }
  expect(valid).toBeGreaterThan(300);
});

test("For values of the demo's signatures, the validators judge like another implementation of JSON Schema", async () => {
  const { signatures } = await checkedTenant(join(import.meta.dirname, '..', '..', '..', 'tenants'), 'demo');
  const random = new Generator(7);
  for (const [name, { schema: of }] of signatures) {
    if (name.startsWith('ontology/')) continue;
    const signature = signatureOf({ schema: of });
    for (const side of ['request', 'response'] as const) {
      const judge = await oracle(of[side]);
      for (let i = 0; i < 30; i++) {
        const value = valueFor(random, of[side]);
        expect({ name, side, value, verdict: signature[side](value).length === 0 }).toEqual({
          name,
          side,
          value,
          verdict: judge(value),
        });
      }
    }
  }
});

test('Findings name the place and the keyword that Ajv names', () => {
  const ajv = new Ajv2020({ strict: false, ownProperties: true });
  const placeOf = ({ instancePath, schemaPath, keyword }: Omit<SchemaFinding, 'params'>) => [
    instancePath,
    schemaPath,
    keyword,
  ];
  let compared = 0;
  for (let seed = 1; seed <= 80; seed++) {
    const random = new Generator(seed);
    const of = schema(random);
    const judge = ajv.compile(of);
    for (let i = 0; i < 10; i++) {
      const value = valueFor(random, random.chance(50) ? of : schema(random));
      const expected = judge(value) ? [] : (judge.errors ?? []);
      const found = validatorOf(of)(value);
      compared += expected.length;
      expect({ of, value, found: found.map(placeOf) }).toEqual({ of, value, found: expected.map(placeOf) });
    }
  }
  expect(compared).toBeGreaterThan(300);
});

test('The length of a text is its number of code points', () => {
  const short = { type: 'string', maxLength: 3 };
  expect(['\u{1F600}'.repeat(3), '\u{1F600}'.repeat(4)].map((text) => isValid(short, text))).toEqual([true, false]);
});

test.each([
  ['date', '2026-11-27', '2026-02-30'],
  ['date-time', '2026-11-27T09:00:00Z', '2026-13-27T09:00:00Z'],
  ['time', '09:00:00+03:00', '25:00:00Z'],
  ['duration', 'PT4H', 'P'],
  ['uuid', '0197f3a0-0000-7000-8000-000000000000', '0197f3a0'],
])('The format %s allows %s and refuses %s', (format, good, bad) => {
  expect([isValid({ type: 'string', format }, good), isValid({ type: 'string', format }, bad)]).toEqual([true, false]);
});

test.each<readonly [string, unknown]>([
  ['an unknown keyword', { type: 'string', not: { type: 'null' } }],
  ['an unknown keyword in a member', { type: 'object', properties: { a: { dependentRequired: {} } } }],
  ['an unknown format', { type: 'string', format: 'email' }],
  ['the schema true', { type: 'object', properties: { a: true } }],
  ['a reference', { $ref: '#' }],
])('A schema with %s checks no value, because it would allow values that nobody checks', (_title, of) => {
  expect(() => isValid(of, { a: 'x' }) || isValid(of, 'x')).toThrow('the schema');
});

test('Equal objects are one item, in whatever order their members are', () => {
  const of = { type: 'array', items: { type: 'object' }, uniqueItems: true };
  expect(
    isValid(of, [
      { a: 1, b: [2] },
      { a: 1, b: [3] },
    ]),
  ).toBe(true);
  expect(validatorOf(of)([{ a: 1, b: [2] }, {}, { b: [2], a: 1 }])).toMatchObject([
    { keyword: 'uniqueItems', params: { i: 2, j: 0 } },
  ]);
});

test('A signature is compiled once', () => {
  const record = { schema: { request: { type: 'string' }, response: { type: 'null' } } };
  expect(signatureOf({ ...record }).request).toBe(signatureOf({ ...record }).request);
});

const closed: Schema = {
  type: 'object',
  properties: { toString: { type: 'string' }, n: { type: 'integer' } },
  required: ['toString'],
  additionalProperties: false,
};

test.each([
  ['a required member that every object inherits', {}],
  ['a member with the value null', { toString: 'a', n: null }],
  ['a text in place of a number', { toString: 'a', n: '1' }],
  ['a list in place of a number', { toString: 'a', n: [] }],
  ['an unknown member', { toString: 'a', m: 1 }],
  ['a list in place of an object', []],
  ['null in place of an object', null],
])('A validator refuses %s, because it coerces, adds and inherits nothing (C10)', (_title, value) => {
  expect(isValid(closed, value)).toBe(false);
  expect(isValid(closed, { toString: 'a', n: 1 })).toBe(true);
});

test('A validator does not change the value that it checks', () => {
  const value = Object.freeze({ toString: '123321', n: 1 });
  expect(isValid(closed, value)).toBe(true);
  expect(value).toEqual({ toString: '123321', n: 1 });
});
