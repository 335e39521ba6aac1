import { conversion } from '../../../../patterns/conversion/pattern.ts';
import { rates } from '../../artefacts.ts';
import { artefactOf, closed, sampleOf } from '../sample.ts';

const asked = (amount: string, currency: string) => ({
  value: { amount, currency },
  target: { kind: 'currency', currency: 'USD', rates: rates.id, rounding: 'half-even' },
});

export const sample = sampleOf(conversion, {
  signature: {
    request: closed({
      value: { $ref: 'platform/Money' },
      target: closed({
        kind: { type: 'string', const: 'currency' },
        currency: { type: 'string', enum: ['TRY', 'USD', 'EUR'] },
        rates: { type: 'string', enum: [rates.id] },
        rounding: { $ref: 'platform/RoundingMode' },
      }),
    }),
    response: { oneOf: [{ $ref: 'platform/ConversionConverted' }, { $ref: 'platform/ConversionRateMissing' }] },
  },
  artefacts: (flavour) => [
    artefactOf('RateTable', { ...rates, rates: { ...rates.rates, EUR: flavour === 'plain' ? '51.25' : '60.5' } }, [
      'pii.low',
    ]),
  ],
  prepare: () => ({
    first: asked('73910.55', 'EUR'),
    second: asked('12.00', 'EUR'),
    exceptional: asked('73910.55', 'CHF'),
  }),
  exceptions: ['conversion.rate_missing'],
  reads: ['pii.low'],
  secrets: { arguments: ['/value/amount'], result: ['/value/amount'] },
  pins: [`${rates.id}@${rates.version}`],
});
