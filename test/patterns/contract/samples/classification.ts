import { classification } from '../../../../patterns/classification/pattern.ts';
import { severity, subject } from '../../classification/schemas.ts';
import { artefactOf, closed, sampleOf } from '../sample.ts';

const asked = (amount: string, cause = 'glass') => ({
  subject: subject({ estimate: { amount, currency: 'TRY' }, cause }),
  schema: severity.id,
});
const [hurt, large, ...small] = severity.rules;
if (!hurt || !large) throw new Error('the schema of the tests has other rules');
/** The same bands with another edge between them. */
const withOtherEdge = {
  ...severity,
  rules: [
    hurt,
    { ...large, when: { ...large.when, estimate: { atLeast: '500' } } },
    ...small.map((rule) => ({ ...rule, when: { ...rule.when, estimate: { below: '500' } } })),
  ],
};

export const sample = sampleOf(classification, {
  signature: {
    request: closed({
      subject: closed({
        estimate: { $ref: 'platform/Money' },
        injury: { type: 'boolean' },
        cause: { type: 'string', maxLength: 40 },
      }),
      schema: { type: 'string', enum: [severity.id] },
    }),
    response: {
      oneOf: [
        closed({
          status: { type: 'string', const: 'classified' },
          band: { type: 'string', enum: [...severity.bands] },
          confidence: { type: 'number', minimum: 0, maximum: 1 },
          confidenceBasis: { type: 'string', enum: ['rule', 'subject'] },
          rule: { type: 'string', maxLength: 63 },
          rationale: { type: 'string', maxLength: 4000 },
          reads: { type: 'array', maxItems: 8, items: { $ref: 'platform/ClassificationRead' } },
          evidence: { type: 'array', maxItems: 64, items: { $ref: 'platform/EvidenceSpan' } },
          schema: { type: 'string', maxLength: 130 },
        }),
        { $ref: 'platform/ClassificationOutOfDistribution' },
      ],
    },
  },
  artefacts: (flavour) => [
    artefactOf('ClassificationSchema', flavour === 'plain' ? severity : withOtherEdge, ['pii.medium']),
  ],
  prepare: () => ({ first: asked('739.10'), second: asked('73910.55'), exceptional: asked('739.10', 'meteor') }),
  exceptions: ['classify.out_of_distribution'],
  reads: ['pii.medium'],
  secrets: { arguments: ['/subject/estimate/amount'], result: ['/rationale', '/reads/0/value'] },
  pins: [`${severity.id}@${severity.version}`],
});
