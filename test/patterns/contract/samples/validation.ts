import { validation } from '../../../../patterns/validation/pattern.ts';
import { pack } from '../../artefacts.ts';
import { artefactOf, closed, secretName, sampleOf } from '../sample.ts';

export const validationSignature = {
  request: closed(
    {
      candidate: closed(
        {
          reserve: closed({ amount: { $ref: 'platform/Decimal' } }),
          limit: { $ref: 'platform/Decimal' },
          note: { type: 'string', maxLength: 200 },
        },
        ['note'],
      ),
      rulePack: { type: 'string', enum: [pack.id] },
      ontologyPin: { type: 'string', minLength: 1, maxLength: 32 },
    },
    ['ontologyPin'],
  ),
  response: closed({
    verdict: { $ref: 'platform/Verdict' },
    rulePack: { type: 'string', maxLength: 130 },
    trace: { type: 'array', maxItems: 200, items: { $ref: 'platform/RuleTrace' } },
  }),
};

const asked = (amount: string, note: string) => ({
  candidate: { reserve: { amount }, limit: '100000', note },
  rulePack: pack.id,
});

export const sample = sampleOf(validation, {
  signature: validationSignature,
  artefacts: (flavour) => [
    artefactOf(
      'RulePack',
      flavour === 'plain'
        ? pack
        : { ...pack, rules: pack.rules.map((rule) => ({ ...rule, expression: 'candidate.limit == "1"' })) },
      ['pii.low'],
    ),
  ],
  prepare: () => ({ first: asked('73910.55', secretName), second: asked('200000.00', 'n') }),
  reads: ['pii.low'],
  secrets: {
    arguments: ['/candidate/reserve/amount', '/candidate/note'],
    result: ['/trace/*/reads/0/value'],
  },
  pins: [`${pack.id}@${pack.version}`],
});
