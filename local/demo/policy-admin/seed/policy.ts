import type { Coverage, Policy } from '../records.ts';
import { generatorFor, type Generator } from './generator.ts';
import { party } from './party.ts';
import { partyCount } from './counts.ts';
import { vehicle } from './vehicle.ts';
import { cities } from './vocabulary.ts';

/** Day on which the status of each policy is computed. */
const asOf = '2026-11-01';

const coveragesOf = (product: Policy['product'], sumInsured: string, random: Generator): Coverage[] =>
  product === 'trafik'
    ? [
        { code: 'liability.property', limit: '600000.00', deductible: '0.00' },
        { code: 'liability.bodily', limit: '3000000.00', deductible: '0.00' },
      ]
    : [
        { code: 'own.collision', limit: sumInsured, deductible: random.pick(['0.00', '2500.00', '5000.00']) },
        { code: 'own.theft', limit: sumInsured, deductible: '0.00' },
        { code: 'own.natural', limit: sumInsured, deductible: random.pick(['0.00', '5000.00']) },
        { code: 'own.glass', limit: '30000.00', deductible: '0.00' },
      ];

/** Sums insured are whole hundreds. */
const money = (value: number): string => `${Math.round(value / 100) * 100}.00`;

export const policy = (year: 2025 | 2026, number: number): Policy => {
  const policyId = `POL-${year}-${String(number).padStart(6, '0')}`;
  const random = generatorFor(policyId);
  const holder = party(1 + ((number - 1) % partyCount));
  const cityCode = cities.find(([name]) => name === holder.city)?.[1] ?? '34';
  const product = random.pick(['kasko', 'kasko', 'trafik']);
  const { worth, ...insured } = vehicle(random, cityCode, holder.kind === 'company' ? 'commercial' : 'private');
  const sumInsured = product === 'kasko' ? money(worth) : '600000.00';
  const effectiveFrom = random.day(`${year}-01-01`, `${year}-10-31`);
  const effectiveTo = `${year + 1}${effectiveFrom.slice(4)}`;
  const cancelled = random.int(1, 20) === 1;
  return {
    policyId,
    product,
    status: cancelled ? 'cancelled' : effectiveTo < asOf ? 'expired' : 'active',
    holderPartyId: holder.partyId,
    vehicle: insured,
    coverages: coveragesOf(product, sumInsured, random),
    currency: 'TRY',
    sumInsured,
    premium: product === 'kasko' ? money((worth * random.int(20, 45)) / 1000) : random.amount(7000, 22_000),
    effectiveFrom,
    effectiveTo,
    city: holder.city,
  };
};
