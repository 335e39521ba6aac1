import type { ClaimRecord, Policy } from '../records.ts';
import { generatorFor } from './generator.ts';
import { causes, collisions } from './vocabulary.ts';

/** Last day on which a seeded loss happened. */
const lastDay = '2026-11-15';

export const randomClaim = (year: 2025 | 2026, number: number, under: Policy): ClaimRecord => {
  const claimId = `CLM-${year}-${String(number).padStart(6, '0')}`;
  const random = generatorFor(claimId);
  // The liability cover pays only for collisions.
  const [cause, description] = under.product === 'trafik' ? random.pick(collisions) : random.pick(causes);
  const end = `${year}-12-31` < lastDay ? `${year}-12-31` : lastDay;
  const lossDate = random.day(under.effectiveFrom, end);
  const reportedAt = new Date(Date.parse(lossDate) + random.int(6 * 60, 5 * 24 * 60) * 60_000).toISOString();
  const status = random.pick(['open', 'open', 'open', 'closed', 'closed', 'rejected']);
  const amount = random.amount(4000, 180_000);
  return {
    claimId,
    policyId: under.policyId,
    claimantPartyId: under.holderPartyId,
    status,
    cause,
    lossDate,
    reportedAt,
    city: under.city,
    description,
    estimate: { amount: random.amount(4000, 180_000), currency: 'TRY' },
    reserve:
      status === 'open'
        ? { amount, currency: 'TRY', updatedAt: reportedAt, reason: 'Initial reserve on notification' }
        : { amount: '0.00', currency: 'TRY', updatedAt: reportedAt, reason: 'Released when the claim was closed' },
  };
};
