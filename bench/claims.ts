import type { OntologyObject } from '../contract/rows/objects.ts';
import { generator } from './generator.ts';

const cities = Array.from({ length: 81 }, (_, i) => `il-${i + 1}`);
const causes = ['collision', 'glass', 'theft', 'fire', 'hail', 'flood'] as const;
const statuses = ['open', 'closed', 'rejected'] as const;
const description = 'n'.repeat(400);

/** Makes claims of the demo's ontology from the year 2025, of about 1 KB each. They are the same in every run. */
export function claims(count: number) {
  const next = generator(7);
  const upTo = (most: number): number => 1 + Math.floor(next() * most);
  const one = <T>(of: readonly T[]): T => of[upTo(of.length) - 1] as T;
  const digits = (number: number, length: number): string => String(number).padStart(length, '0');
  const money = () => ({ amount: (next() * 100_000).toFixed(2), currency: 'TRY' });
  return Array.from({ length: count }, (_, i) => {
    const lossDate = `2025-${digits(upTo(12), 2)}-${digits(upTo(28), 2)}`;
    const updatedAt = `${lossDate}T09:00:00.000Z`;
    const party = digits(upTo(50_000), 6);
    return {
      claimId: `CLM-1999-${digits(i, 6)}`,
      policyId: `POL-1999-${party}`,
      claimantPartyId: `PTY-${party}`,
      status: one(statuses),
      cause: one(causes),
      lossDate,
      reportedAt: updatedAt,
      city: one(cities),
      description,
      estimate: money(),
      reserve: { ...money(), updatedAt, reason: 'Initial reserve on notification' },
    };
  });
}

export type Claim = ReturnType<typeof claims>[number];

export const objectOf = (value: Claim): OntologyObject => ({
  type: 'Claim',
  id: value.claimId,
  version: 1,
  markings: ['pii.medium', 'regulated.kvkk'],
  value,
  at: '2026-01-01T00:00:00.000Z',
});
