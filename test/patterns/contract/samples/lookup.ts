import { MemorySor } from '../../../../adapters/memory/connectors.ts';
import type { SorAnswer } from '../../../../contract/ports.ts';
import { lookup } from '../../../../patterns/lookup/pattern.ts';
import { sor } from '../../artefacts.ts';
import { artefactOf, closed, secretName, sampleOf } from '../sample.ts';

export const lookupSettings = { resource: 'claim' };
const claimAnswer = (value: object): SorAnswer => ({
  kind: 'answer',
  status: 200,
  etag: '"7"',
  headers: {},
  body: JSON.stringify(value),
});

/** Returns an SoR with claims. Their versions are the same in both flavours. */
export function claims(flavour: 'plain' | 'other'): MemorySor {
  const admin = new MemorySor();
  const amount = flavour === 'plain' ? '73910.55' : '2.00';
  for (const id of ['C-1', 'C-2', 'HASAR-7391']) {
    admin.answer(sor, `/claims/${id}`, claimAnswer({ id, holder: `${secretName} ${id}`, reserve: { amount } }));
  }
  return admin;
}

const asked = (identifier: string) => ({ identifier, source: sor.id });
const status = (name: string) => closed({ status: { type: 'string', const: name } });

export const sample = sampleOf(lookup, {
  settings: lookupSettings,
  signature: {
    request: closed({
      identifier: { type: 'string', minLength: 1, maxLength: 20 },
      source: { type: 'string', enum: [sor.id] },
    }),
    response: {
      oneOf: [
        closed(
          {
            status: { type: 'string', const: 'found' },
            object: closed({
              id: { type: 'string', maxLength: 20 },
              holder: { type: 'string', maxLength: 100 },
              reserve: closed({ amount: { $ref: 'platform/Decimal' } }),
            }),
            sourceVersion: { type: 'string', maxLength: 256 },
            source: { $ref: 'platform/LookupSource' },
          },
          ['sourceVersion'],
        ),
        status('not_found'),
        status('permission_denied'),
      ],
    },
  },
  artefacts: () => [artefactOf('Sor', sor, ['pii.medium'])],
  ports: (_, flavour) => ({ connectors: claims(flavour) }),
  prepare: () => ({ first: asked('HASAR-7391'), second: asked('C-2'), exceptional: asked('C-3') }),
  exceptions: ['lookup.not_found'],
  reads: ['pii.medium'],
  secrets: { arguments: ['/identifier'], result: ['/object/holder', '/object/reserve/amount'] },
  pins: [`${sor.id}@${sor.version}`, `${sor.id}/claim`],
  untyped: {
    ports: () => ({ connectors: { read: async () => claimAnswer({ id: 'C-1', holder: secretName }) } }),
    refused: 'result.invalid',
  },
});
