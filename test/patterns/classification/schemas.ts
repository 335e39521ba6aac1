import type { ClassificationSchema } from '../../../contract/artefacts/classification-schema.ts';

/** A schema with bands over an estimate in lira, a boolean and a category. */
export const severity: ClassificationSchema = {
  id: 'bands.severity',
  version: '1.0.0',
  title: 'Severity',
  bands: ['low', 'medium', 'high'],
  dimensions: [
    { name: 'estimate', at: '/estimate', kind: 'money', unit: 'TRY', domain: { atLeast: '0' } },
    { name: 'injury', at: '/injury', kind: 'boolean' },
    { name: 'cause', at: '/cause', kind: 'category', values: ['glass', 'theft'] },
  ],
  rules: [
    { id: 'hurt', band: 'high', when: { injury: [true] } },
    { id: 'large', band: 'high', when: { injury: [false], estimate: { atLeast: '1000' } } },
    { id: 'small-glass', band: 'low', when: { injury: [false], cause: ['glass'], estimate: { below: '1000' } } },
    { id: 'small-theft', band: 'medium', when: { injury: [false], cause: ['theft'], estimate: { below: '1000' } } },
  ],
};

export const subject = (more: object = {}) => ({
  estimate: { amount: '999.99', currency: 'TRY' },
  injury: false,
  cause: 'glass',
  ...more,
});
export const estimate = (amount: unknown, currency: unknown = 'TRY') => subject({ estimate: { amount, currency } });

/** Returns a schema with one dimension at `/x` and one rule for each band. */
export const over = (dimension: object, rules: Readonly<Record<string, object>>): Record<string, unknown> => ({
  id: 'bands.one',
  version: '1.0.0',
  title: 'One dimension',
  bands: Object.keys(rules),
  dimensions: [{ name: 'x', at: '/x', ...dimension }],
  rules: Object.entries(rules).map(([band, x]) => ({ id: `is-${band}`, band, when: { x } })),
});
