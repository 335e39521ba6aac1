import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { escapePointer } from '../../contract/values/pointers.ts';
import { checkedTenant } from '../../registry/tenant/checked-tenant.ts';
import { mutationsOf } from '../patterns/contract/mutations.ts';
import { Generator, type Schema } from '../registry/signature/bump/json-schemas.ts';
import { mismatchFinder } from '../support/mismatch-finder.ts';

const addFormats = createRequire(import.meta.url)('ajv-formats').default as typeof import('ajv-formats').default;

/**
 * Returns the member whose value distinguishes the branches of a union: every branch requires it, and no two branches
 * share a value.
 */
function discriminatorOf(branches: readonly Schema[]): { name: string; lists: readonly unknown[][] } | undefined {
  for (const name of (branches[0]?.['required'] ?? []) as readonly string[]) {
    const lists = branches.map((branch): unknown[] => {
      const of = (branch['properties'] as Record<string, Schema> | undefined)?.[name] ?? {};
      const isRequired = ((branch['required'] ?? []) as readonly string[]).includes(name);
      return isRequired ? ('const' in of ? [of['const']] : ((of['enum'] ?? []) as unknown[])) : [];
    });
    const all = lists.flat();
    if (lists.every((list) => list.length > 0) && new Set(all).size === all.length) return { name, lists };
  }
  return undefined;
}

let picked = 0;
/** Returns the schema with each union replaced by the branch that the value's discriminator selects. */
function specialised(schema: unknown, value: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { oneOf, properties, items, ...rest } = schema as Schema;
  if (Array.isArray(oneOf)) {
    const told = discriminatorOf(oneOf as Schema[]);
    if (told === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return schema;
    picked += 1;
    const said = Object.hasOwn(value, told.name) ? (value as Schema)[told.name] : undefined;
    const branch = told.lists.findIndex((list) => list.includes(said));
    if (branch !== -1) return specialised(oneOf[branch], value);
    return { type: 'object', required: [told.name], properties: { [told.name]: { enum: told.lists.flat() } } };
  }
  const below = (member: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null && Object.hasOwn(value, name)
      ? specialised(member, (value as Schema)[name])
      : member;
  return {
    ...rest,
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(Object(properties) as Schema).map(([name, of]) => [name, below(of, name)]),
          ),
        }),
    ...(items === undefined
      ? {}
      : {
          items,
          ...(Array.isArray(value) && value.length > 0
            ? { items: {}, prefixItems: value.map((item) => specialised(items, item)) }
            : {}),
        }),
  };
}

const judges = new Map<string, ValidateFunction>();
function judgeOf(schema: unknown): ValidateFunction {
  const key = JSON.stringify(schema);
  const judge = judges.get(key) ?? ajv.compile(schema as Schema);
  judges.set(key, judge);
  return judge;
}

// One instance compiles all schemas, because each new one compiles the meta-schemas again.
const ajv = new Ajv2020({ strict: false, allErrors: true, ownProperties: true });
addFormats(ajv, { mode: 'full', formats: ['date', 'date-time', 'time', 'duration', 'uuid'] });

/** Returns the pointers of all places at which a value does not match a schema. */
function pointersOf(schema: unknown, value: unknown): readonly string[] {
  const validate = judgeOf(schema);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, params }) => {
    const name: unknown = params['missingProperty'] ?? params['additionalProperty'];
    return typeof name === 'string' ? `${instancePath}/${escapePointer(name.slice(0, 64))}` : instancePath;
  });
}

const texts = ['2026-11-27', 'P1M', '61800.00', 'TRY', 'tool.x@1.0.0', 'a', 'CLM-2026-000045', '0'.repeat(64), '34'];
const numbers = [1, 2, 5, 0.5, 0, 2020];

/** Makes a value that matches a schema, as far as the given texts and numbers allow. */
function valid(random: Generator, of: Schema): unknown {
  if ('const' in of) return of['const'];
  if (Array.isArray(of['enum'])) return random.pick(of['enum'] as unknown[]);
  const branches = of['oneOf'] ?? of['anyOf'];
  if (Array.isArray(branches)) return valid(random, random.pick(branches as Schema[]));
  if (of['type'] === 'array') {
    const count = Number(of['minItems'] ?? 0) + random.below(2);
    return Array.from({ length: count }, () => valid(random, of['items'] as Schema));
  }
  if (of['type'] === 'object') {
    const required = (of['required'] ?? []) as readonly string[];
    const members = Object.entries(Object(of['properties']) as Record<string, Schema>);
    const chosen = members.filter(([name]) => required.includes(name) || random.chance(60));
    return Object.fromEntries(chosen.map(([name, member]) => [name, valid(random, member)]));
  }
  const judge = judgeOf(of);
  return random.pick([...texts, ...numbers, true, null].filter((value) => judge(value)).concat('none'));
}

function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* textsIn(member);
}

describe('Refusals of wrong arguments', async () => {
  const { signatures } = await checkedTenant(join(import.meta.dirname, '..', '..', 'tenants'), 'demo');
  const tools = [...signatures].filter(([name]) => !name.startsWith('ontology/'));

  it.each(tools)(
    'If arguments of %s are wrong, the refusal names a place in the form that the discriminator selects, and repeats no text of the arguments',
    async (_, { schema }) => {
      const { request } = schema;
      const tell = mismatchFinder(request);
      const random = new Generator(11);
      const words = JSON.stringify(request);
      let wrong = 0;
      while (wrong < (words.includes('"oneOf"') ? 80 : 20)) {
        const { value } = random.pick(mutationsOf(valid(random, request as Schema)));
        const told = tell(value);
        if (told === 'valid') continue;
        wrong += 1;
        const [pointer, keyword] = told;
        const pointers = pointersOf(specialised(request, value), value);
        expect({ value, told, pointers }).toEqual({ value, told, pointers: expect.arrayContaining([pointer]) });
        const own = [...textsIn(value)].filter((text) => text.length > 3 && !words.includes(text));
        expect(own.filter((text) => keyword.includes(text))).toEqual([]);
      }
    },
  );

  it('Many of the tested arguments had a discriminator', () => {
    expect(tools.length).toBeGreaterThan(20);
    expect(picked).toBeGreaterThan(80);
  });

  const mismatchFinderOf = async (tool: string) => {
    const [, found] = tools.find(([name]) => name.startsWith(tool)) ?? [];
    return mismatchFinder(found?.schema.request);
  };
  it('tool.date.deadline refuses an unknown business-day convention and lists the known ones', async () => {
    const tell = await mismatchFinderOf('tool.date.deadline');
    const target = { kind: 'business-day-roll', convention: 'next', calendar: 'calendar.tr-2026', halfDays: 'full' };
    expect(tell({ value: '2026-11-27', target: { kind: 'business-day-roll', convention: 'next' } })).toEqual([
      '/target/calendar',
      'is required',
    ]);
    expect(tell({ value: '2026-11-27', target })).toEqual([
      '/target/convention',
      'must be one of "following", "preceding", "modified-following"',
    ]);
  });

  it('tool.claims.exposure refuses an unknown percentile and lists the known ones', async () => {
    const tell = await mismatchFinderOf('tool.claims.exposure');
    const op = { kind: 'percentile', of: '/reserve/amount', percent: '95', method: 'nearest-rank' };
    const window = { kind: 'rolling', at: '/lossDate', last: 'P1Y', zone: 'Europe/Istanbul' };
    expect(tell({ objects: { type: 'Claim' }, window, op })).toEqual([
      '/op/percent',
      'must be one of "50", "90", "99"',
    ]);
  });
});
