import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../../contract/values/json.ts';
import type { OntologyObject } from '../../../contract/rows/objects.ts';
import { roundingModes } from '../../../contract/values/rounding.ts';
import { failureOf } from '../failures.ts';
import { duckDb, exported, measureExported, type DuckDb } from './exporting.ts';
import { measure, objectOf, settings } from './measured.ts';

let engine: DuckDb;
beforeAll(async () => {
  engine = await duckDb();
});
afterAll(() => engine.close());

const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 5 });
/** Characters that sort differently by UTF-16 unit, are escaped in JSON, are quoted in SQL, or mark a parameter. */
const text = fc.constantFrom('', 'İzmir', 'Ankara', "O'Hara", 'a"b\\c', '?', '\u{1f600}', '\uffff', 'true', '1', ' x ');
const decimal = fc
  .tuple(fc.bigInt(-(10n ** 15n), 10n ** 15n), fc.integer({ min: 0, max: 18 }))
  .map(([units, scale]) => {
    const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
    const plain = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    return units < 0n ? `-${plain}` : plain;
  });
const day = fc
  .integer({ min: 0, max: 40 })
  .map((days) => new Date(Date.UTC(2026, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
const instant = fc.integer({ min: 0, max: 40 * 24 }).chain((hours) =>
  fc.constantFrom('', '.5', '.123456789').map((part) => {
    const at = new Date(Date.UTC(2026, 0, 1) + hours * 3_600_000).toISOString().slice(0, 19);
    return `${at}${part}Z`;
  }),
);
const money = fc.record({ amount: decimal, currency: fc.constantFrom('TRY', 'EUR') });
const whole = fc.oneof(fc.integer({ min: -5, max: 5 }), fc.constantFrom(Number.MAX_SAFE_INTEGER, -(2 ** 53) + 1));

const value = fc.record({
  city: optional(text),
  cause: optional(fc.constantFrom('hail', 'glass')),
  open: optional(fc.boolean()),
  passengers: optional(whole),
  lossDate: optional(day),
  reportedAt: optional(instant),
  closedOn: optional(day),
  reserve: optional(fc.record({ amount: optional(decimal) }, { requiredKeys: [] })),
  paid: optional(fc.record({ amount: optional(fc.constantFrom('0', '0.00', '1', '-1', '2.5')) })),
  estimate: optional(money),
});
const without = (all: object): Record<string, Json> => JSON.parse(JSON.stringify(all)) as Record<string, Json>;
const objects = fc
  .array(
    fc.record({
      type: fc.constantFrom('Claim', 'Claim', 'Claim', 'Recourse'),
      value,
      version: fc.integer({ min: 1, max: 12 }),
      markings: fc.constantFrom([], ['pii.low'], ['pii.high', 'pii.medium'], ['regulated.kvkk']),
    }),
    { maxLength: 24 },
  )
  .map((all) =>
    all.map(({ value: given, ...more }, i): OntologyObject => objectOf(without(given), { ...more, id: `ö"${i}'` })),
  );

const measured = fc.constantFrom('/reserve/amount', '/paid/amount', '/estimate', '/passengers');
const rounding = fc.record({ scale: fc.integer({ min: 0, max: 18 }), mode: fc.constantFrom(...roundingModes) });
const op = fc.oneof(
  fc.constant({ kind: 'count' }),
  fc.record({ kind: fc.constantFrom('count', 'sum', 'min', 'max'), of: measured }),
  fc.record({ kind: fc.constant('sum'), of: measured, rounding }),
  fc.record({ kind: fc.constant('mean'), of: measured, rounding }),
  fc.record({ kind: fc.constant('ratio'), of: measured, over: measured, rounding }),
  fc.record({
    kind: fc.constant('percentile'),
    of: measured,
    percent: fc.constantFrom('100', '50', '33.3333', '1', '99.9999'),
    method: fc.constant('nearest-rank'),
  }),
);
const rate = fc.oneof(
  fc.record({ kind: fc.constant('rate'), per: fc.constantFrom('P1D', 'PT7H'), rounding }),
  fc.record({ kind: fc.constant('rate'), of: measured, per: fc.constant('P1D'), rounding }),
);
const zone = fc.constantFrom('UTC', 'Europe/Istanbul', 'America/New_York');
const moment = fc.constantFrom('/lossDate', '/reportedAt');
const span = fc.record({
  kind: fc.constant('absolute'),
  at: moment,
  from: fc.constantFrom('2026-01-01', '2026-01-05', '2026-01-05T13:30:00Z'),
  to: fc.constantFrom('2026-01-20', '2026-01-30T00:00:00.123Z', '2026-02-11'),
  zone,
});
const window = fc.oneof(
  fc.constant({ kind: 'current' }),
  span,
  fc.record({ kind: fc.constant('rolling'), at: moment, last: fc.constantFrom('P30D', 'P1Y', 'PT500H'), zone }),
  fc.record({
    kind: fc.constant('asOf'),
    on: fc.constantFrom('2026-01-15', '2026-01-15T10:00:00Z'),
    since: moment,
    zone,
  }),
  fc.record({
    kind: fc.constant('asOf'),
    on: fc.constantFrom('2026-01-15', '2026-01-15T10:00:00Z'),
    since: moment,
    until: fc.constantFrom('/closedOn', '/reportedAt'),
    zone,
  }),
);
const range = <T>(edge: fc.Arbitrary<T>) =>
  fc.record({ atLeast: edge, above: edge, below: edge, atMost: edge }, { requiredKeys: [] });
const huge = fc.constantFrom(`${'9'.repeat(24)}.5`, `-${'9'.repeat(24)}`, '0');
const condition = fc.oneof(
  fc.record({ at: fc.constant('/city'), equals: text }),
  fc.record({ at: fc.constant('/city'), in: fc.array(text, { minLength: 1, maxLength: 4 }) }),
  fc.record({ at: fc.constant('/city'), range: range(text.filter((one) => one !== '')) }),
  fc.record({ at: fc.constant('/open'), equals: fc.boolean() }),
  fc.record({ at: fc.constant('/passengers'), in: fc.array(whole, { minLength: 1, maxLength: 3 }) }),
  fc.record({ at: fc.constant('/passengers'), range: range(whole.map(String)) }),
  fc.record({ at: fc.constant('/lossDate'), range: range(day) }),
  fc.record({ at: fc.constant('/reportedAt'), range: range(instant) }),
  fc.record({ at: fc.constant('/reserve/amount'), equals: fc.oneof(decimal, huge) }),
  fc.record({ at: fc.constant('/reserve/amount'), range: range(fc.oneof(decimal, huge)) }),
);
const groupBy = fc.uniqueArray(fc.constantFrom('/city', '/cause', '/open', '/passengers', '/lossDate'), {
  minLength: 1,
  maxLength: 4,
});
const asked = fc
  .tuple(
    fc.oneof(fc.record({ op, window }), fc.record({ op: rate, window: span })),
    fc.option(groupBy, { nil: undefined }),
    fc.array(condition, { maxLength: 2 }),
    fc.constantFrom('members', 'objects'),
  )
  .map(([measure, by, where, propagation]) => ({
    args: {
      ...measure,
      ...(by ? { groupBy: by } : {}),
      objects: { type: 'Claim', ...(where.length > 0 ? { where } : {}) },
    },
    propagation,
  }));

const great = '9'.repeat(20);
const extreme = fc.constantFrom(
  ...[great, `${great}.${'9'.repeat(18)}`, `0.${'0'.repeat(17)}1`, '0.5', '1'].flatMap((one) => [one, `-${one}`]),
  '0',
);
const extremes = fc
  .array(
    fc.record({
      cause: fc.constantFrom('hail', 'glass'),
      lossDate: fc.constant('2026-01-15'),
      passengers: fc.constantFrom(Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER),
      reserve: fc.record({ amount: extreme }),
      paid: fc.record({ amount: extreme }),
      estimate: fc.record({ amount: extreme, currency: fc.constant('TRY') }),
    }),
    { minLength: 1, maxLength: 24 },
  )
  .map((all) => all.map((given, i) => objectOf(without(given), { id: `CLM-${i}` })));
const spanning = { kind: 'absolute', at: '/lossDate', from: '2026-01-01', to: '2026-02-01', zone: 'UTC' } as const;

/** Returns the answers of both engines, without the pins of the export. */
async function both(all: readonly OntologyObject[], args: Readonly<Record<string, unknown>>, of = settings) {
  const table = await measure(all, args, { settings: of });
  const { pins, ...other } = await measureExported(await exported(engine, all, of), args, { settings: of });
  const own = Object.entries(pins ?? {}).filter(([name]) => !name.startsWith('export.'));
  const sorted = (markings: readonly string[] = []): readonly string[] => markings.toSorted();
  return {
    table: { ...table, markings: sorted(table.markings) },
    other: { ...other, markings: sorted(other.markings), pins: Object.fromEntries(own) },
  };
}

describe('An aggregation of exported objects', () => {
  it('For any objects and arguments, an aggregation of exported objects returns the same digits as one over the table', async () => {
    await fc.assert(
      fc.asyncProperty(objects, asked, async (all, { args, propagation }) => {
        const { table, other } = await both(all, args, { ...settings, propagation });
        expect(other).toEqual(table);
      }),
      { numRuns: 250 },
    );
  });

  it('If `refs` names objects of several types, an aggregation of exported objects returns the same result as one over the table', async () => {
    await fc.assert(
      fc.asyncProperty(
        objects,
        fc.record({ how: op, by: fc.option(groupBy, { nil: undefined }) }),
        window,
        async (all, { how, by }, when) => {
          fc.pre(all.length > 0);
          const refs = all.filter((_, i) => i % 2 === 0).map(({ type, id }) => ({ type, id }));
          const args = { objects: { refs }, op: how, window: when, ...(by ? { groupBy: by } : {}) };
          const { table, other } = await both(all, args);
          expect(other).toEqual(table);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('For the largest and smallest numbers of a column, an aggregation of exported objects returns the same result as one over the table', async () => {
    await fc.assert(
      fc.asyncProperty(extremes, fc.oneof(op, rate), fc.option(groupBy, { nil: undefined }), async (all, how, by) => {
        const args = { op: how, window: spanning, ...(by ? { groupBy: by } : {}) };
        const { table, other } = await both(all, args);
        expect(other).toEqual(table);
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['max', { kind: 'max', of: '/reserve/amount' }, { value: '99999999999999999999' }],
    ['min', { kind: 'min', of: '/reserve/amount' }, { value: '99999999999999999999' }],
    [
      'percentile',
      { kind: 'percentile', of: '/reserve/amount', percent: '50', method: 'nearest-rank' },
      { value: '99999999999999999999' },
    ],
    ['count', { kind: 'count', of: '/reserve/amount' }, { value: '2' }],
    ['sum', { kind: 'sum', of: '/reserve/amount' }, { value: '199999999999999999998' }],
  ])(
    'The SQL statement for the operation %s contains a sum only if the operation is sum, so that large numbers cannot overflow it',
    async (_, how, found) => {
      const exports = await exported(
        engine,
        ['1', '2'].map((id) => objectOf({ reserve: { amount: '9'.repeat(20) } }, { id })),
      );
      expect((await measureExported(exports, { op: how })).result.groups).toMatchObject([found]);
      const sums = exports.asked[0]?.text.match(/sum\(/g) ?? [];
      expect(sums).toHaveLength(how.kind === 'sum' ? 2 : 0);
    },
  );

  it('If a sum mixes plain numbers and money because two types declare one member differently, the reason is mixed_units', async () => {
    const worth = (kind: 'money' | 'decimal') => ({
      markings: [],
      known: [],
      read: { '/worth': { kind, markings: [] } },
    });
    const of = { ...settings, members: { Claim: worth('money'), Recourse: worth('decimal') } };
    const all = [
      objectOf({ worth: { amount: '1', currency: 'TRY' } }, { id: '1', markings: [] }),
      objectOf({ worth: '2' }, { id: '2', type: 'Recourse', markings: [] }),
    ];
    const args = { objects: { refs: all.map(({ type, id }) => ({ type, id })) }, op: { kind: 'sum', of: '/worth' } };
    const { table, other } = await both(all, args, of);
    expect(other).toEqual(table);
    expect(table.result.groups).toMatchObject([{ status: 'unmeasured', reason: 'mixed_units', values: 2 }]);
  });

  const sum = { kind: 'sum', of: '/reserve/amount' } as const;
  const claims = ['10.50', '2'].map((amount, i) =>
    objectOf({ city: `c${i}`, reserve: { amount } }, { id: `CLM-${i}` }),
  );

  it('The SQL statement of an aggregation contains no value of the call, and a long value is passed as several parameters', async () => {
    const secret = `s3cr3t'${'x'.repeat(505)}`;
    const where = [
      { at: '/city', equals: secret },
      { at: '/reserve/amount', range: { above: '77.5' } },
      { at: '/passengers', equals: 7777 },
    ];
    const exports = await exported(engine, claims);
    await measureExported(exports, { op: sum, objects: { type: 'Claim', where } });
    const { text: sent, parameters } = exports.asked[0] ?? { text: '', parameters: [] };
    expect(sent).not.toMatch(/s3cr3t|xx|77/);
    expect(sent.match(/\?/g)).toHaveLength(parameters.length);
    expect(parameters.every((one) => Array.from(one).length <= 255)).toBe(true);
    expect(parameters.slice(0, 3).join('')).toBe(secret);
  });

  it("An aggregation of exported objects pins the snapshot that it read, and the snapshot's time", async () => {
    const exports = await exported(engine, claims);
    const { pins } = await measureExported(exports, { op: sum });
    expect(pins).toMatchObject({
      'export.Claim': (await exports.snapshot('Claim')).id,
      'export.Claim.asOf': '2026-02-01T00:00:00.000Z',
    });
  });

  it('If an exported object has a higher marking than its type, the aggregation has that marking', async () => {
    const vip = objectOf({ reserve: { amount: '1' } }, { id: 'CLM-v', markings: ['pii.high', 'pii.low'] });
    const { table, other } = await both([...claims, vip], { op: sum });
    expect(other).toEqual(table);
    expect(other.markings).toEqual(['pii.high']);
  });

  it('If an aggregation of exported objects has more than 1 000 groups, the call is refused with result.too_large', async () => {
    const many = Array.from({ length: 1001 }, (_, i) => objectOf({ city: `c${i}` }, { id: `CLM-${i}` }));
    const args = { op: { kind: 'count' }, groupBy: ['/city'] };
    const exports = await exported(engine, many);
    expect(await failureOf(() => measureExported(exports, args))).toMatchObject({ code: 'result.too_large' });
    const { table, other } = await both(many.slice(0, 1000), args);
    expect(other).toEqual(table);
  });

  it('An aggregation of exported objects refuses a reference to an unknown object, and a reference that is listed twice', async () => {
    const exports = await exported(engine, claims);
    const refused = (...ids: string[]) =>
      failureOf(() =>
        measureExported(exports, { op: sum, objects: { refs: ids.map((id) => ({ type: 'Claim', id })) } }),
      );
    expect(await refused('CLM-0', 'CLM-9')).toMatchObject({
      code: 'object.unknown',
      pointer: '/objects/refs/1',
      message: '/objects/refs/1: no object with this type and id exists in the snapshot in force',
    });
    expect(await refused('CLM-0', 'CLM-0')).toMatchObject({ code: 'arguments.invalid', pointer: '/objects/refs' });
  });

  it('If a member was not exported, the call is refused with objects.unexported, and no query is sent', async () => {
    const { '/paid/amount': _, ...read } = settings.members?.['Claim']?.read ?? {};
    const less = { ...settings, members: { Claim: { markings: [], known: [], read } } };
    const exports = await exported(engine, claims, less);
    const refused = await failureOf(() => measureExported(exports, { op: { kind: 'count', of: '/paid/amount' } }));
    expect(refused).toMatchObject({ code: 'objects.unexported' });
    expect(exports.asked).toEqual([]);
  });

  it('If a part of the snapshot is missing, the call is refused with objects.unexported instead of returning a smaller sum', async () => {
    const exports = await exported(engine, claims);
    const { id, manifest } = await exports.snapshot('Claim');
    const torn = { ...exports, snapshot: async () => ({ id, manifest: { ...manifest, objects: 3 } }) };
    expect(await failureOf(() => measureExported(torn, { op: sum }))).toMatchObject({
      code: 'objects.unexported',
      message: 'the snapshot of Claim is incomplete, because some of its files were deleted. Export the objects again',
    });
  });

  it('If Athena returns rows of an unexpected form, the call fails with the code `internal`', async () => {
    const exports = { ...(await exported(engine, claims)), query: async () => [{ row: 'group' }] };
    expect(await failureOf(() => measureExported(exports, { op: sum }))).toMatchObject({ code: 'internal' });
  });
});
