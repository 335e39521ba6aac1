import { aggregation } from '../../../../patterns/aggregation/pattern.ts';
import { objectOf } from '../../aggregation/measured.ts';
import { aggregated, claimsOf } from '../aggregated.ts';
import { secretName, specimenOf } from '../specimen.ts';

export const specimen = specimenOf(aggregation, {
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
