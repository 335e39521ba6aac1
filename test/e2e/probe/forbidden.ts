import type { AwsCredentials } from '../../../local/cloud/aws-request.ts';
import type { Attempt } from './attempt.ts';
import type { Rights } from './rights.ts';
import { inTurns, tryOut, type Verdict } from './try.ts';

export const atOnce = 16;

export interface Tried {
  readonly who: string;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}

export interface Forbidding {
  readonly endpoint: string;
  readonly attempts: readonly Attempt[];
  /** All owners. A request takes its keys from an owner that has the grant. */
  readonly owners: readonly Rights[];
  readonly credentials: ReadonlyMap<string, AwsCredentials>;
}

export const holdersOf = ({ needs }: Attempt, owners: readonly Rights[]): readonly Rights[] =>
  owners.filter(({ may }) => may.has(needs));

/** Sends every request that the rows of these owners do not grant. */
export function tryForbidden(
  who: readonly Rights[],
  { endpoint, attempts, owners, credentials }: Forbidding,
): Promise<readonly Tried[]> {
  const pairs = who.flatMap((owner) =>
    attempts.filter(({ needs }) => !owner.may.has(needs)).map((attempt) => ({ owner: owner.owner, attempt })),
  );
  return inTurns(pairs, atOnce, async ({ owner, attempt }) => {
    // If an owner has the grant, the request is exactly the one that this owner would send.
    const call = attempt.callFor(holdersOf(attempt, owners)[0]);
    return {
      who: owner,
      attempt,
      verdict: await tryOut(endpoint, call, { ...attempt, credentials: credentials.get(owner) }),
    };
  });
}

/** One line for each attempt, shown by a failed assertion. */
export const lines = (tried: readonly Tried[]): string[] =>
  tried.map(({ who, attempt, verdict }) => `${who}: ${attempt.name} is ${JSON.stringify(verdict)}`);
