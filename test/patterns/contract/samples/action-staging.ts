import { conversion } from '../../../../patterns/conversion/pattern.ts';
import { actionStaging } from '../../../../patterns/action-staging/pattern.ts';
import { lookup } from '../../../../patterns/lookup/pattern.ts';
import { tool } from '../../../../contract/tool.ts';
import { answered, callTo } from '../../../support/calls.ts';
import { recordOf } from '../../../support/tools.ts';
import { kind, rates, sor } from '../../artefacts.ts';
import { beginning, uuidOf } from '../fixed.ts';
import { scheme } from '../record.ts';
import { artefactOf, closed, secretName, sampleOf, type Scene } from '../sample.ts';
import { claims, lookupSettings } from './lookup.ts';

const reading = { markings: ['pii.high', ...scheme.flags] };
export const lookupRecord = recordOf(
  'tool.claim.lookup',
  { pattern: 'lookup', effectClass: 'read-external' },
  {
    ...reading,
    uses: [`${sor.id}@${sor.version}`],
    settings: lookupSettings,
  },
);
export const convertRecord = recordOf(
  'tool.money.convert',
  { pattern: 'conversion', effectClass: 'pure' },
  {
    ...reading,
    uses: [`${rates.id}@${rates.version}`],
  },
);

const conversionOf = {
  value: { amount: '1.00', currency: 'EUR' },
  target: { kind: 'currency', currency: 'USD', rates: rates.id, rounding: 'half-even' },
};

/** Makes the calls that a staging cites, as the same caller, and returns the arguments of two stagings. */
export async function stagings({ system, ports, caller, runId }: Scene) {
  const common = { at: beginning, deadlineAt: beginning + 24_000, caller, runId };
  const number = caller.name === 'test-agent' ? 1 : 11;
  const looked = answered(
    await tool(
      lookup,
      system,
      ports,
    )(callTo(lookupRecord, { identifier: 'C-1', source: sor.id }, { ...common, id: uuidOf(number) })),
  );
  const converted = answered(
    await tool(conversion, system, {})(callTo(convertRecord, conversionOf, { ...common, id: uuidOf(number + 1) })),
  );
  const asked = (amount: string, note: string) => ({
    action: { kind: kind.id, targetSor: sor.id, targetRef: 'C-1', payload: { reserve: { amount }, note } },
    basis: looked.receipt.eventId,
    rationale: `The expertise of ${secretName} says so.`,
    evidence: [{ event: converted.receipt.eventId, result: converted.result }],
  });
  return { first: asked('73910.55', secretName), second: asked('90000.00', 'n') };
}

export const stagingArtefacts = (flavour: 'plain' | 'other') => [
  artefactOf('ActionKind', { ...kind, approval: { ...kind.approval, quorum: flavour === 'plain' ? 2 : 3 } }, [
    'pii.low',
  ]),
  artefactOf('Sor', sor),
];
export const citedArtefacts = [artefactOf('RateTable', rates, ['pii.medium'])];

export const sample = sampleOf(actionStaging, {
  signature: {
    request: closed({
      action: closed({
        kind: { type: 'string', enum: [kind.id] },
        targetSor: { type: 'string', enum: [sor.id] },
        targetRef: { type: 'string', minLength: 1, maxLength: 20 },
        payload: closed({
          reserve: closed({ amount: { $ref: 'platform/Decimal' } }),
          note: { type: 'string', maxLength: 200 },
        }),
      }),
      basis: { $ref: 'platform/EventId' },
      rationale: { type: 'string', minLength: 1, maxLength: 2000 },
      evidence: {
        type: 'array',
        maxItems: 16,
        items: closed({ event: { $ref: 'platform/EventId' }, result: { $ref: 'platform/ConversionConverted' } }, [
          'result',
        ]),
      },
    }),
    response: { $ref: 'platform/ActionView' },
  },
  artefacts: (flavour) => [...stagingArtefacts(flavour), ...citedArtefacts],
  beside: [lookupRecord, convertRecord],
  ports: (_, flavour) => ({ connectors: claims(flavour) }),
  prepare: stagings,
  reads: ['pii.medium'],
  secrets: {
    arguments: ['/action/payload/reserve/amount', '/action/payload/note', '/rationale'],
    result: ['/payloadHash', '/caseHash'],
  },
  pins: [`${kind.id}@${kind.version}`, `${sor.id}@${sor.version}`],
});
