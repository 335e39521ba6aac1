import type { ClaimRecord, Party, Policy } from '../records.ts';
import { randomClaim } from './claim.ts';
import { claimCounts, partyCount, policyCounts } from './counts.ts';
import { namedClaim, namedPolicy, namedPolicyNumber } from './named.ts';
import { party } from './party.ts';
import { policy } from './policy.ts';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);
const seededPolicy = (year: 2025 | 2026, number: number): Policy => namedPolicy(policy(year, number));

/**
 * Each claim gets a policy of its year. 7 is coprime to both counts, so no policy is used twice before all are used
 * once.
 */
const seededClaim = (year: 2025 | 2026, number: number): ClaimRecord => {
  const named = year === 2026 ? namedPolicyNumber(number) : undefined;
  return namedClaim(randomClaim(year, number, seededPolicy(year, named ?? 1 + ((number * 7) % policyCounts[year]))));
};

/** Returns every record of a new system by its path. The records are the same on every machine and at every time. */
export const seed = (): ReadonlyMap<string, Party | Policy | ClaimRecord> =>
  new Map<string, Party | Policy | ClaimRecord>([
    ...upTo(partyCount)
      .map((number) => party(number))
      .map((row) => [`/parties/${row.partyId}`, row] as const),
    ...([2025, 2026] as const).flatMap((year) =>
      upTo(policyCounts[year])
        .map((number) => seededPolicy(year, number))
        .map((row) => [`/policies/${row.policyId}`, row] as const),
    ),
    ...([2025, 2026] as const).flatMap((year) =>
      upTo(claimCounts[year])
        .map((number) => seededClaim(year, number))
        .map((row) => [`/claims/${row.claimId}`, row] as const),
    ),
  ]);
