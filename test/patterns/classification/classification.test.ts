import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ClassificationSchema } from '../../../contract/artefacts/classification-schema.ts';
import { provedClassificationSchema } from '../../../patterns/classification/artefact.ts';
import { classification } from '../../../patterns/classification/pattern.ts';
import { response } from '../../../patterns/classification/schema.ts';
import { failureOf } from '../failures.ts';
import { estimate, over, severity, subject } from './schemas.ts';

async function classify(candidate: object, schema: ClassificationSchema = severity) {
  const { result, exceptions = [] } = await classification.execute({
    args: { subject: { ...candidate }, schema: schema.id },
    refs: { schema },
    ports: {},
    settings: {},
    call: undefined,
  });
  return { result: response.parse(result), kinds: exceptions.map(({ kind }) => kind), exceptions };
}

const bandOf = async (candidate: object, schema?: ClassificationSchema): Promise<string> => {
  const { result } = await classify(candidate, schema);
  return result.status === 'classified' ? result.band : `${result.dimension}: ${result.reason}`;
};

describe('A classification', () => {
  it('A classification names the rule and the values that it read, and says that its confidence comes from the rule', async () => {
    const { result, kinds } = await classify(subject());
    expect(result).toEqual({
      status: 'classified',
      band: 'low',
      confidence: 1,
      confidenceBasis: 'rule',
      rule: 'small-glass',
      rationale: 'small-glass: estimate is 999.99 TRY, injury is false, cause is glass, hence low',
      reads: [
        { dimension: 'estimate', pointer: '/estimate', value: '999.99', unit: 'TRY' },
        { dimension: 'injury', pointer: '/injury', value: false },
        { dimension: 'cause', pointer: '/cause', value: 'glass' },
      ],
      evidence: [],
      schema: 'bands.severity@1.0.0',
    });
    expect(kinds).toEqual([]);
  });

  it.each([
    ['an amount exactly on an edge', estimate('1000'), 'high'],
    ['an amount on an edge with trailing zeros', estimate('1000.000'), 'high'],
    ['an amount just below an edge', estimate('999.999999999999999999'), 'low'],
    ['an amount of minus zero', estimate('-0'), 'low'],
    ['an amount below the domain', estimate('-0.01'), 'estimate: outside_domain'],
    ['NaN as its amount', estimate('NaN'), 'estimate: not_a_value'],
    ['Infinity as its amount', estimate('Infinity'), 'estimate: not_a_value'],
    ['an amount in exponent notation', estimate('1e3'), 'estimate: not_a_value'],
    ['an empty text as its amount', estimate(''), 'estimate: not_a_value'],
    ['an amount with blanks around it', estimate(' 10 '), 'estimate: not_a_value'],
    ['an amount in digits of another script', estimate('١٠'), 'estimate: not_a_value'],
    ['an amount that is a JSON number', estimate(10), 'estimate: not_a_value'],
    ['null as its amount', estimate(null), 'estimate: not_a_value'],
    ['an amount in another currency', estimate('10', 'EUR'), 'estimate: wrong_unit'],
    ['an amount without a currency', subject({ estimate: { amount: '10' } }), 'estimate: wrong_unit'],
    ['no estimate', { injury: false, cause: 'glass' }, 'estimate: missing'],
    ['an undeclared category', subject({ cause: 'fire' }), 'cause: unknown_value'],
    ['a category in capitals', subject({ cause: 'GLASS' }), 'cause: unknown_value'],
    ['a text in place of a boolean', subject({ injury: 'false' }), 'injury: unknown_value'],
    ['the name of an inherited member as its category', subject({ cause: 'toString' }), 'cause: unknown_value'],
  ])('C24: If the subject has %s, the answer is %s', async (_, candidate, expected) => {
    const { kinds } = await classify(candidate);
    expect(await bandOf(candidate)).toBe(expected);
    expect(kinds).toEqual(expected.includes(':') ? ['classify.out_of_distribution'] : []);
  });

  it('An exception of a classification contains no value of the subject', async () => {
    const { exceptions } = await classify(estimate('secret'));
    expect(exceptions).toEqual([{ kind: 'classify.out_of_distribution', detail: 'estimate: not_a_value' }]);
  });

  it('C24: If an unproved schema has a gap, a subject in the gap has no band', async () => {
    const rules = severity.rules.filter(({ id }) => id !== 'small-glass');
    expect(await bandOf(subject(), { ...severity, rules })).toContain('outside_domain');
  });

  it.for([
    [
      'days',
      { kind: 'date' },
      { low: { below: '2026-03-01' }, high: { atLeast: '2026-03-01' } },
      [
        ['2026-02-28', 'low'],
        ['2026-03-01', 'high'],
        ['2026-02-30', 'x: not_a_value'],
        ['01.03.2026', 'x: not_a_value'],
      ],
    ],
    [
      'durations',
      { kind: 'duration' },
      { low: { atMost: 'PT24H' }, high: { above: 'PT24H' } },
      [
        ['P1D', 'low'],
        ['P1DT1S', 'high'],
        ['PT86400S', 'low'],
        ['P1M', 'x: not_a_value'],
        ['-PT1H', 'x: not_a_value'],
      ],
    ],
    [
      'integers',
      { kind: 'integer', unit: 'years' },
      { low: { below: '18' }, high: { atLeast: '18' } },
      [
        [17, 'low'],
        [18, 'high'],
        [17.5, 'x: not_a_value'],
        ['18', 'x: not_a_value'],
      ],
    ],
  ] as const)('A classification compares %s exactly', async ([, dimension, rules, cases]) => {
    const schema = provedClassificationSchema.parse(over(dimension, rules));
    for (const [x, expected] of cases) expect(await bandOf({ x }, schema), String(x)).toBe(expected);
  });

  it('A classification reads the unit from the pointer unitAt, and gives no band if the unit is wrong or missing', async () => {
    const dimension = { kind: 'decimal', unit: 'km', unitAt: '/unit' };
    const schema = provedClassificationSchema.parse(over(dimension, { near: { below: '5' }, far: { atLeast: '5' } }));
    expect(await bandOf({ x: '5', unit: 'km' }, schema)).toBe('far');
    expect(await bandOf({ x: '5', unit: 'mi' }, schema)).toBe('x: wrong_unit');
    expect(await bandOf({ x: '5' }, schema)).toBe('x: wrong_unit');
  });

  it('A classification passes on the evidence spans and the confidence of the subject, and refuses a malformed span or a missing confidence', async () => {
    const span = {
      sourceHash: 'a'.repeat(64),
      extractor: 'pdf',
      extractorVersion: '1.0.0',
      textHash: 'b'.repeat(64),
      start: 3,
      end: 9,
      quote: '999.99',
    };
    const [money, ...rest] = severity.dimensions;
    const dimensions = [
      { ...money, evidenceAt: '/from', confidenceAt: '/sure' },
      ...rest,
    ] as typeof severity.dimensions;
    const schema = { ...severity, dimensions };
    const { result } = await classify(subject({ from: span, sure: 0.8 }), schema);
    expect(result).toMatchObject({ confidence: 0.8, confidenceBasis: 'subject', evidence: [span] });
    const refused = await failureOf(() => classify(subject({ from: { ...span, start: -1 }, sure: 0.8 }), schema));
    expect([refused.code, refused.pointer]).toEqual(['arguments.invalid', '/subject/from']);
    const unsure = await failureOf(() => classify(subject({ from: [span] }), schema));
    expect([unsure.code, unsure.pointer]).toEqual(['arguments.invalid', '/subject/sure']);
  });

  it('For any subject in the domains, a classification gives the same single band as a recomputation', async () => {
    const amount = fc.tuple(fc.bigInt(0n, 2_000_00n), fc.integer({ min: 0, max: 2 })).map(([minor, scale]) => {
      const digits = minor.toString().padStart(scale + 1, '0');
      return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
    });
    await fc.assert(
      fc.asyncProperty(amount, fc.boolean(), fc.constantFrom('glass', 'theft'), async (text, injury, cause) => {
        const { result } = await classify({ estimate: { amount: text, currency: 'TRY' }, injury, cause });
        const expected = injury || Number(text) >= 1000 ? 'high' : cause === 'glass' ? 'low' : 'medium';
        expect(result).toMatchObject({ status: 'classified', band: expected });
      }),
    );
  });

  it('For any JSON subject, a classification gives a band or out_of_distribution, and never fails', async () => {
    const member = fc.oneof(
      fc.jsonValue(),
      fc.record({ amount: fc.string(), currency: fc.constantFrom('TRY', 'EUR') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.constantFrom('estimate', 'injury', 'cause'), member), async (any) => {
        const { result } = await classify(any);
        expect(['classified', 'out_of_distribution']).toContain(result.status);
      }),
    );
  });

  it('For any adjacent intervals every subject has a band, and if the first interval is removed the schema is refused', async () => {
    const edges = fc.uniqueArray(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        edges,
        fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
        fc.double({ min: -30, max: 30, noNaN: true }),
        async (cuts, belongs, at) => {
          const sorted = cuts.toSorted((a, b) => a - b).map(String);
          const names = ['a', 'b', 'c', 'd', 'e'];
          const rules = Object.fromEntries(
            [undefined, ...sorted].map((low, i) => {
              const high = sorted[i];
              // Each edge belongs to one of its two intervals.
              const from = low === undefined ? {} : belongs[i - 1] ? { atLeast: low } : { above: low };
              const to = high === undefined ? {} : belongs[i] ? { below: high } : { atMost: high };
              return [names[i] ?? 'e', { ...from, ...to }];
            }),
          );
          const schema = provedClassificationSchema.parse(over({ kind: 'decimal', unit: 'km' }, rules));
          const { result } = await classify({ x: at.toFixed(6).replace(/^-(0\.0+)$/, '$1') }, schema);
          expect(result.status).toBe('classified');
          const { a: _, ...without } = rules;
          const [issue] =
            provedClassificationSchema.safeParse(over({ kind: 'decimal', unit: 'km' }, without)).error?.issues ?? [];
          expect(issue?.message).toContain('have a gap');
        },
      ),
    );
  });
});
