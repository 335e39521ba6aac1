import { seed } from '../../../local/demo/policy-admin/seed/seed.ts';
import { queues, type DayQueue } from './tenant.ts';

/**
 * The end of a case:
 * - `granted`, `denied`: an approver decides it
 * - `withdrawn`: its requester withdraws it before the decision
 * - `moved`: somebody else changes the claim before the decision
 * - `arrived`, `lost`: the answer to the change is lost, and the system of record has the change or does not have it
 */
export type Fate = 'granted' | 'denied' | 'withdrawn' | 'moved' | 'arrived' | 'lost';

/** One change of a reserve that somebody asks for during the day. */
export interface Case {
  readonly claim: string;
  readonly queue: DayQueue;
  readonly requester: 'claims-agent' | 'adjuster';
  /** The approver who decides it. */
  readonly by: 'approver-1' | 'approver-2';
  readonly fate: Fate;
}

/** The number of cases of the morning, of noon and of the afternoon. In each of them, a claim has at most one case. */
const waves = [170, 170, 160] as const;
export const caseCount = 500;

/** Returns the cases of each part of the day. In the morning, approver-2 is away. */
export function dayPlan(): readonly (readonly Case[])[] {
  const claims = raisable();
  return waves.map((size, wave) =>
    Array.from({ length: size }, (_, i): Case => {
      const n = i + waves.slice(0, wave).reduce((sum, one) => sum + one, 0);
      const claim = claims[i];
      const queue = queues[n % queues.length];
      if (claim === undefined || queue === undefined) throw new Error('the seed has too few claims for this day');
      const by = wave > 0 && n % 2 === 1 ? 'approver-2' : 'approver-1';
      return { claim, queue, requester: n % 5 === 0 ? 'adjuster' : 'claims-agent', by, fate: fateOf(n) };
    }),
  );
}

function fateOf(n: number): Fate {
  if (n === 12) return 'arrived';
  if (n === 57) return 'lost';
  if (n % 50 === 0) return 'withdrawn';
  if (n % 100 === 33) return 'moved';
  return n % 10 === 9 ? 'denied' : 'granted';
}

/** Returns the claims whose reserve can rise three times by 1,000 lira and stays within the sum insured. */
function raisable(): readonly string[] {
  const records = seed();
  return [...records.values()].flatMap((record) => {
    if (!('claimId' in record)) return [];
    const policy = records.get(`/policies/${record.policyId}`);
    const isWithin =
      policy !== undefined &&
      'sumInsured' in policy &&
      Number(record.reserve.amount) + 3000 <= Number(policy.sumInsured) &&
      // A reserve may at most become five times as large, and a first one may have any amount.
      (Number(record.reserve.amount) === 0 || Number(record.reserve.amount) >= 1000);
    return isWithin ? [record.claimId] : [];
  });
}
