import type { ClaimRecord, Policy } from '../records.ts';

/**
 * The rows that the demo's journey and the tests rely on:
 *
 * - POL-2026-000123: own damage on 34 ABC 123, active, held by PTY-000123.
 * - CLM-2026-000045: an open collision under it, reserve 42500.00 TRY. The journey raises this reserve.
 * - CLM-2026-000046 to CLM-2026-000069: open collisions under POL-2026-000124 to POL-2026-000147, reserve 25000.00 TRY
 *   each; one for each test that wants a claim of its own.
 */
export const journeyPolicyId = 'POL-2026-000123';
export const journeyClaimId = 'CLM-2026-000045';
const spares = { first: 46, last: 69, firstPolicy: 124 };

export const namedPolicy = (seeded: Policy): Policy => {
  const number = Number(seeded.policyId.slice(-6));
  const named =
    seeded.policyId.startsWith('POL-2026-') &&
    number >= spares.firstPolicy - 1 &&
    number <= spares.firstPolicy + spares.last - spares.first;
  if (!named) return seeded;
  const sumInsured = '1250000.00';
  return {
    ...seeded,
    product: 'kasko',
    status: 'active',
    vehicle: seeded.policyId === journeyPolicyId ? { ...seeded.vehicle, plate: '34 ABC 123' } : seeded.vehicle,
    coverages: [
      { code: 'own.collision', limit: sumInsured, deductible: '2500.00' },
      { code: 'own.theft', limit: sumInsured, deductible: '0.00' },
      { code: 'own.natural', limit: sumInsured, deductible: '5000.00' },
      { code: 'own.glass', limit: '30000.00', deductible: '0.00' },
    ],
    sumInsured,
    premium: '38400.00',
    effectiveFrom: '2026-03-01',
    effectiveTo: '2027-03-01',
  };
};

/** Returns the number of the policy of a named claim of 2026. Undefined if the claim is not a named claim. */
export const namedPolicyNumber = (claimNumber: number): number | undefined =>
  claimNumber >= spares.first - 1 && claimNumber <= spares.last
    ? spares.firstPolicy + claimNumber - spares.first
    : undefined;

export const namedClaim = (seeded: ClaimRecord): ClaimRecord => {
  if (!seeded.claimId.startsWith('CLM-2026-') || namedPolicyNumber(Number(seeded.claimId.slice(-6))) === undefined) {
    return seeded;
  }
  const amount = seeded.claimId === journeyClaimId ? '42500.00' : '25000.00';
  return {
    ...seeded,
    status: 'open',
    cause: 'collision',
    description: 'Rear-end collision at a junction',
    lossDate: '2026-10-14',
    reportedAt: '2026-10-15T07:40:00.000Z',
    estimate: { amount: '61800.00', currency: 'TRY' },
    reserve: {
      amount,
      currency: 'TRY',
      updatedAt: '2026-10-20T09:30:00.000Z',
      reason: 'Initial reserve after inspection',
    },
  };
};
