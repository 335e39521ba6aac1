import type { Credentials } from '../../../local/cloud/aws-request.ts';
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
  /** All owners, tried or not: who holds a grant lends its keys to a request. */
  readonly owners: readonly Rights[];
  readonly credentials: ReadonlyMap<string, Credentials>;
}

export const holdersOf = ({ needs }: Attempt, owners: readonly Rights[]): readonly Rights[] =>
  owners.filter(({ may }) => may.has(needs));

/** Every request that the rows of these owners do not grant them. */
export function tryForbidden(
  who: readonly Rights[],
  { endpoint, attempts, owners, credentials }: Forbidding,
): Promise<readonly Tried[]> {
  const pairs = who.flatMap((owner) =>
    attempts.filter(({ needs }) => !owner.may.has(needs)).map((attempt) => ({ owner: owner.owner, attempt })),
  );
  return inTurns(pairs, atOnce, async ({ owner, attempt }) => {
    // The very request of one who holds the grant, where anybody does.
    const call = attempt.callFor(holdersOf(attempt, owners)[0]);
    return { who: owner, attempt, verdict: await tryOut(endpoint, call, attempt, credentials.get(owner)) };
  });
}

/** A line for each, as a failed assertion shows them. */
export const lines = (tried: readonly Tried[]): string[] =>
  tried.map(({ who, attempt, verdict }) => `${who}: ${attempt.name} is ${JSON.stringify(verdict)}`);
