import { describe, expect, it } from 'vitest';
import { provedClassificationSchema } from '../../../patterns/classification/artefact.ts';
import { over, severity } from './schemas.ts';

const told = (schema: unknown): string =>
  (provedClassificationSchema.safeParse(schema).error?.issues ?? [])
    .map(({ path, message }) => `${path.join('/')} ${message}`)
    .join('; ');
const decimal = { kind: 'decimal', unit: 'km' };

describe('A classification schema', () => {
  it('The classification schema that the tests use is valid', () => {
    expect(provedClassificationSchema.parse(severity)).toEqual(severity);
  });

  it.for<[string, object, Readonly<Record<string, object>>, string]>([
    ['between two exclusive edges', decimal, { low: { below: '10' }, high: { atLeast: '11' } }, 'x = 10 km (at /x)'],
    ['between two inclusive edges', decimal, { low: { atMost: '10' }, high: { atLeast: '11' } }, 'x = 10.5 km (at /x)'],
    ['of one point', decimal, { low: { below: '10' }, high: { above: '10' } }, 'x = 10 km (at /x)'],
    ['below the lowest edge', decimal, { high: { atLeast: '0' } }, 'x = -1 km (at /x)'],
    ['above the highest edge', decimal, { low: { below: '7.5' } }, 'x = 7.5 km (at /x)'],
    [
      'at the edge of the domain',
      { ...decimal, domain: { atLeast: '0' } },
      { high: { above: '0' } },
      'x = 0 km (at /x)',
    ],
    [
      'between two amounts of money',
      { kind: 'money', unit: 'TRY' },
      { low: { atMost: '24999.99' }, high: { atLeast: '25000' } },
      'x = 24999.995 TRY',
    ],
    [
      'of one day',
      { kind: 'date' },
      { low: { below: '2026-01-01' }, high: { above: '2026-01-01' } },
      'x = 2026-01-01 (at /x)',
    ],
    [
      'of one second',
      { kind: 'duration' },
      { low: { below: 'PT1H' }, high: { above: 'PT3600S' } },
      'x = PT3600S (at /x)',
    ],
    [
      'of one integer',
      { kind: 'integer', unit: 'years' },
      { low: { below: '18' }, high: { above: '18' } },
      'x = 18 years (at /x)',
    ],
  ])(
    'A classification schema with a gap %s is refused, and the message names a value in the gap',
    ([, dimension, rules, witness]) => {
      expect(told(over(dimension, rules))).toContain(`have a gap: no rule holds for ${witness}`);
    },
  );

  it.for<[string, object, Readonly<Record<string, object>>, string]>([
    ['of one point', decimal, { low: { atMost: '10' }, high: { atLeast: '10' } }, 'x = 10 km (at /x)'],
    ['between two edges', decimal, { low: { below: '11' }, high: { above: '10' } }, 'x = 10.5 km (at /x)'],
    [
      'of one day',
      { kind: 'date' },
      { low: { atMost: '2026-01-01' }, high: { above: '2025-12-31' } },
      'x = 2026-01-01 (at /x)',
    ],
    [
      'of one integer',
      { kind: 'integer', unit: 'years' },
      { low: { below: '19' }, high: { above: '17' } },
      'x = 18 years (at /x)',
    ],
  ])(
    'A classification schema with an overlap %s is refused, and the message names a value in the overlap',
    ([, dimension, rules, witness]) => {
      expect(told(over(dimension, rules))).toContain(`is-low and is-high both hold for ${witness}`);
    },
  );

  it.each([
    ['integers', { kind: 'integer', unit: 'years' }, { low: { atMost: '17' }, high: { atLeast: '18' } }],
    ['days', { kind: 'date' }, { low: { atMost: '2026-02-28' }, high: { atLeast: '2026-03-01' } }],
    ['seconds', { kind: 'duration' }, { low: { atMost: 'PT59M59S' }, high: { atLeast: 'PT1H' } }],
    ['decimals', decimal, { low: { below: '0.1' }, high: { atLeast: '0.1' } }],
  ])(
    'A classification schema over %s has no gap if one interval begins at the value after the end of the other',
    (_, dimension, rules) => {
      expect(told(over(dimension, rules))).toBe('');
    },
  );

  it('If the rules of a classification schema omit a category, the refusal names a subject that no rule covers', () => {
    const { rules, ...rest } = severity;
    const without = rules.filter(({ id }) => id !== 'small-theft').map((rule) => ({ ...rule }));
    const bands = ['low', 'high'];
    expect(told({ ...rest, bands, rules: without })).toContain(
      'no rule holds for estimate = 0 TRY (at /estimate), injury = false (at /injury), cause = theft (at /cause)',
    );
  });

  it('A classification schema is refused if one of its rules holds for no value', () => {
    const rules = [...severity.rules, { id: 'never', band: 'low', when: { estimate: { below: '0' } } }];
    expect(told({ ...severity, rules })).toBe(
      'rules/4 holds for no value in the domains of the dimensions. Widen its conditions, or remove the rule',
    );
  });

  it.each([
    ['a band without a rule', { bands: ['low', 'medium', 'high', 'none'] }, 'bands/3 is a band that no rule gives'],
    [
      'a rule with an undeclared band',
      { rules: [{ id: 'a', band: 'lo', when: {} }] },
      'is not a band of this file. Use one of: low',
    ],
    [
      'a rule over an undeclared dimension',
      { rules: [{ id: 'a', band: 'low', when: { y: ['b'] } }] },
      'is not a dimension',
    ],
    [
      'a rule with an interval of categories',
      { rules: [{ id: 'a', band: 'low', when: { cause: { below: '1' } } }] },
      'have no order. List some of the values: ',
    ],
    [
      'a rule that lists values of a measure',
      { rules: [{ id: 'a', band: 'low', when: { estimate: ['1'] } }] },
      'Use atLeast, above',
    ],
    [
      'a rule with an undeclared category',
      { rules: [{ id: 'a', band: 'low', when: { cause: ['fire'] } }] },
      'fire, which is not a value of cause. Use one of: glass, theft',
    ],
    [
      'a rule with the edge NaN',
      { rules: [{ id: 'a', band: 'low', when: { estimate: { below: 'NaN' } } }] },
      'is not a valid money',
    ],
    [
      'a rule with an edge in exponent notation',
      { rules: [{ id: 'a', band: 'low', when: { estimate: { below: '1e3' } } }] },
      'is not a valid money',
    ],
    [
      'a rule with two lower edges',
      { rules: [{ id: 'a', band: 'low', when: { estimate: { atLeast: '1', above: '1' } } }] },
      '',
    ],
    ['an unknown member', { default: 'low' }, 'Unrecognized key'],
  ])('A classification schema is refused if it has %s', (_, broken, message) => {
    expect(told({ ...severity, ...broken })).toContain(message);
    expect(told({ ...severity, ...broken })).not.toBe('');
  });

  it('If the proof of a classification schema would take too many checks, the schema is refused', () => {
    const values = Array.from({ length: 30 }, (_, i) => `v${i}`);
    const dimensions = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({
      name,
      at: `/${name}`,
      kind: 'category',
      values,
    }));
    expect(told({ ...severity, bands: ['low'], dimensions, rules: [{ id: 'a', band: 'low', when: {} }] })).toContain(
      'checks to prove',
    );
  });
});
