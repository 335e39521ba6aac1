import { lookupInternal } from '../../../../patterns/lookup/internal.ts';
import { beginning } from '../fixed.ts';
import { closed, secretName, sampleOf } from '../sample.ts';

const asked = (identifier: string) => ({ identifier, source: 'objects' });
const noteOf = (id: string, amount: string) => ({
  type: 'Note',
  id,
  version: 1,
  markings: ['pii.high'],
  value: { holder: `${secretName} ${id}`, amount },
  at: new Date(beginning - 60_000).toISOString(),
});

export const sample = sampleOf(lookupInternal, {
  settings: { type: 'Note' },
  signature: {
    request: closed(
      {
        identifier: { type: 'string', minLength: 1, maxLength: 20 },
        source: { type: 'string', const: 'objects' },
        asOf: { type: 'string', maxLength: 40 },
      },
      ['asOf'],
    ),
    response: {
      oneOf: [
        closed({
          status: { type: 'string', const: 'found' },
          object: closed({ holder: { type: 'string', maxLength: 100 }, amount: { $ref: 'platform/Decimal' } }),
          sourceVersion: { type: 'string', maxLength: 32 },
          source: { $ref: 'platform/LookupSource' },
        }),
        closed({ status: { type: 'string', const: 'not_found' }, source: { $ref: 'platform/LookupSource' } }),
      ],
    },
  },
  artefacts: () => [],
  seed: ({ world, flavour }) =>
    world.objectWriter.put(['NOT-7391', 'N-2'].map((id) => noteOf(id, flavour === 'plain' ? '73910.55' : '2.00'))),
  prepare: () => ({ first: asked('NOT-7391'), second: asked('N-2'), exceptional: asked('N-3') }),
  exceptions: ['lookup.not_found'],
  reads: ['pii.high'],
  secrets: { arguments: ['/identifier'], result: ['/object/holder', '/object/amount'] },
  pins: ['objects/Note'],
  untyped: {
    ports: ({ objects }) => ({
      objects: {
        ...objects,
        get: async () => ({ ...noteOf('N-1', '1'), value: { holder: secretName, amount: 'much' } }),
      },
    }),
    refused: 'result.invalid',
  },
});
