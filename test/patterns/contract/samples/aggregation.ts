import { aggregation } from '../../../../patterns/aggregation/pattern.ts';
import { objectOf } from '../../aggregation/measured.ts';
import { aggregated, claimsOf } from '../aggregated.ts';
import { secretName, sampleOf } from '../sample.ts';

export const sample = sampleOf(aggregation, {
  ...aggregated,
  seed: ({ world, flavour }) => world.objectWriter.put(claimsOf(flavour)),
  pins: ['window', 'objectSet'],
  untyped: {
    ports: ({ objects }) => ({
      objects: {
        ...objects,
        scan: async function* () {
          yield [objectOf({ city: secretName, reserve: { amount: 'much' } }, { id: 'CLM-1', markings: [] })];
        },
      },
    }),
    refused: 'object.invalid',
  },
});
