import type { RootAccess } from '../../../local/cloud/root-access.ts';
import type { AwsCredentials } from '../../../local/cloud/signed.ts';
import type { Attempt } from './attempt.ts';
import type { Rights } from './rights.ts';
import { inBatches, tryOut, type Verdict } from './try.ts';

export const batchSize = 16;

export interface Tried {
  readonly who: string;
  readonly attempt: Attempt;
  readonly verdict: Verdict;
}

export interface Forbidding {
  readonly cloud: RootAccess;
  readonly attempts: readonly Attempt[];
  /** All owners of roles. If an owner has the right that a request needs, the request has keys of this owner. */
  readonly owners: readonly Rights[];
  readonly credentials: ReadonlyMap<string, AwsCredentials>;
}

export const holdersOf = ({ needs }: Attempt, owners: readonly Rights[]): readonly Rights[] =>
  owners.filter(({ may }) => may.has(needs));

/** Returns one request for each right. The probe of the demo's roles sends all requests. */
export const oneOfEachRight = (attempts: readonly Attempt[]): readonly Attempt[] => [
  ...new Map(attempts.toReversed().map((attempt) => [attempt.needs, attempt])).values(),
];

/** Sends, as each of these owners, every request that the owner's row in the matrix of rights does not grant. */
export function tryForbidden(
  who: readonly Rights[],
  { cloud, attempts, owners, credentials }: Forbidding,
): Promise<readonly Tried[]> {
  const pairs = who.flatMap((owner) =>
    attempts.filter(({ needs }) => !owner.may.has(needs)).map((attempt) => ({ owner: owner.owner, attempt })),
  );
  return inBatches(pairs, batchSize, async ({ owner, attempt }) => {
    // If an owner has the right, the request is exactly the one that this owner would send.
    const call = attempt.callFor(holdersOf(attempt, owners)[0]);
    return {
      who: owner,
      attempt,
      verdict: await tryOut(cloud, call, { ...attempt, credentials: credentials.get(owner) }),
    };
  });
}

/** Writes one line for each attempt, for the message of a failed assertion. */
export const lines = (tried: readonly Tried[]): string[] =>
  tried.map(({ who, attempt, verdict }) => `${who}: ${attempt.name} is ${JSON.stringify(verdict)}`);
