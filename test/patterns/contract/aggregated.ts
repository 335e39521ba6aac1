import type { OntologyObject } from '../../../contract/rows/objects.ts';
import { objectOf, settings } from '../aggregation/measured.ts';
import { closed, secretName, type Flavour, type Given } from './sample.ts';

const measured = (kind: 'sum' | 'max', of: string) =>
  closed({ kind: { type: 'string', const: kind }, of: { type: 'string', const: of } });
const asked = (op: object, city?: string) => ({
  objects: { type: 'Claim', ...(city === undefined ? {} : { where: [{ at: '/city', equals: city }] }) },
  window: { kind: 'current' },
  op,
  groupBy: ['/city'],
});
const reserves = { kind: 'sum', of: '/reserve/amount' };
const claim = (id: string, city: string, amount: string) =>
  objectOf({ city, reserve: { amount } }, { id, markings: ['pii.medium'] });

/** The objects that both aggregations read. */
export const claimsOf = (flavour: Flavour): readonly OntologyObject[] => [
  claim('CLM-1', secretName, flavour === 'plain' ? '73910.55' : '2'),
  claim('CLM-2', 'Ankara', '2'),
];

/** Input that both aggregations share. One reads the objects from their table, the other reads an export of them. */
export const aggregated: Omit<Given, 'pins' | 'untyped'> = {
  settings,
  signature: {
    request: closed(
      {
        objects: closed(
          {
            type: { type: 'string', const: 'Claim' },
            where: {
              type: 'array',
              maxItems: 1,
              items: closed({ at: { type: 'string', const: '/city' }, equals: { type: 'string', maxLength: 100 } }),
            },
          },
          ['where'],
        ),
        window: closed({ kind: { type: 'string', const: 'current' } }),
        op: { oneOf: [measured('sum', '/reserve/amount'), measured('max', '/paid/amount')] },
        groupBy: { type: 'array', minItems: 1, maxItems: 1, items: { type: 'string', const: '/city' } },
      },
      ['groupBy'],
    ),
    response: { $ref: 'platform/Metric' },
  },
  artefacts: () => [],
  prepare: () => ({
    first: asked(reserves, secretName),
    second: asked(reserves),
    exceptional: asked({ kind: 'max', of: '/paid/amount' }),
  }),
  exceptions: ['aggregation.no_values'],
  reads: ['pii.low'],
  secrets: { arguments: ['/objects/where/0/equals'], result: ['/groups/0/key/0/value', '/groups/0/value'] },
};
