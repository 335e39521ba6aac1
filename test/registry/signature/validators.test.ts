import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Signature } from '../../../contract/artefacts/tool-version.ts';
import { checkedTenant } from '../../../registry/tenant/checked-tenant.ts';
import { compileValidators } from '../../../registry/signature/validators.ts';
import { Generator, schema, valueFor, type Schema } from './bump/json-schemas.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'validators-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let modules = 0;
async function compiled(request: unknown, response: unknown): Promise<Signature> {
  const file = join(folder, `${(modules += 1)}.mjs`);
  await writeFile(file, await compileValidators({ request, response }));
  return (await import(pathToFileURL(file).href)) as Signature;
}

/** Returns the validator of another implementation of JSON Schema 2020-12. */
async function oracle(of: unknown): Promise<(value: unknown) => boolean> {
  const id = `https://oracle.example/${(modules += 1)}`;
  registerSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...(of as object) }, id);
  const judge = await validate(id);
  unregisterSchema(id);
  return (value) => judge(value as never).valid;
}

test('The compiled validators judge generated values like another implementation of JSON Schema', async () => {
  let valid = 0;
  for (let seed = 1; seed <= 40; seed++) {
    const random = new Generator(seed);
    const [request, response] = [schema(random), schema(random)];
    const signature = await compiled(request, response);
    for (const [side, of] of [
      ['request', request],
      ['response', response],
    ] as const) {
      const judge = await oracle(of);
      for (let i = 0; i < 25; i++) {
        const value = valueFor(random, random.chance(85) ? of : schema(random));
        const verdict = signature[side](value);
        if (verdict) valid += 1;
        expect({ of, value, verdict }).toEqual({ of, value, verdict: judge(value) });
      }
    }
  }
  expect(valid).toBeGreaterThan(300);
});

test("For values of the demo's signatures, the compiled validators judge like another implementation of JSON Schema", async () => {
  const { signatures } = await checkedTenant(join(import.meta.dirname, '..', '..', '..', 'tenants'), 'demo');
  const random = new Generator(7);
  for (const [name, { schema: of }] of signatures) {
    if (name.startsWith('ontology/')) continue;
    const signature = await compiled(of.request, of.response);
    for (const side of ['request', 'response'] as const) {
      const judge = await oracle(of[side]);
      for (let i = 0; i < 30; i++) {
        const value = valueFor(random, of[side]);
        expect({ name, side, value, verdict: signature[side](value) }).toEqual({
          name,
          side,
          value,
          verdict: judge(value),
        });
      }
    }
  }
});

test('A compiled validator is one self-contained module that needs no library', async () => {
  const [request, response] = [
    { type: 'string', format: 'date-time' },
    { type: 'string', maxLength: 3 },
  ];
  expect(await compileValidators({ request, response })).not.toMatch(/\bfrom\s*["']|\bimport\b/);
  const signature = await compiled(request, response);
  expect(signature.request('2026-11-27T09:00:00Z')).toBe(true);
  expect(signature.request('2026-13-27T09:00:00Z')).toBe(false);
  expect(['\u{1F600}'.repeat(3), '\u{1F600}'.repeat(4)].map((text) => signature.response(text))).toEqual([true, false]);
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
])('A validator refuses %s, because it coerces, adds and inherits nothing (C10)', async (_title, value) => {
  const { request } = await compiled(closed, { type: 'null' });
  expect(request(value)).toBe(false);
  expect(request({ toString: 'a', n: 1 })).toBe(true);
});

test('A validator does not change the value that it checks', async () => {
  const { request } = await compiled(closed, { type: 'null' });
  const value = Object.freeze({ toString: '123321', n: 1 });
  expect(request(value)).toBe(true);
  expect(value).toEqual({ toString: '123321', n: 1 });
});

test('The same signature always gives the same bytes of a validator', async () => {
  const signature = { request: closed, response: { type: 'string', format: 'date' } };
  expect(await compileValidators(signature)).toBe(await compileValidators(signature));
});
