import { human, blindSor, sor as strongSor, start } from './plane.ts';
import { play, type Plan } from './plane-run.ts';
import { behaviours, type Behaviour } from './simulated-sor.ts';
import { brokenLaws } from './laws.ts';

/** Up to these numbers, every combination is played. */
export interface Bound {
  /** Sends that the SoR answers in another way than by applying the change. */
  readonly answers: number;
  /** Crashes of a function, each before or after any of its calls. */
  readonly crashes: 0 | 1 | 2;
}

export interface Explored {
  readonly bound: Bound;
  readonly sors: readonly string[];
  readonly plays: number;
  /** The plans that broke a law, with the laws. */
  readonly broken: readonly (readonly string[])[];
}

const votes = [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' as const }];
const replica = { lagHeader: 'x-replica-lag', maxLagSeconds: 5 };

/** Each kind of SoR that the platform accepts, as a plan. All of them keep their promises. */
export const sorKinds: Readonly<Record<string, Plan>> = {
  'finds changes': { sor: strongSor },
  'finds changes, checks If-Match': { sor: strongSor, checksPrecondition: true },
  'finds changes, forgets keys after 5 s': { sor: strongSor, remembersMillis: 5000 },
  'finds changes, reads from a replica': {
    sor: { ...strongSor, replica },
    replica: { lagMillis: 60_000, fromMillis: start + 50_000, untilMillis: start + 600_000 },
  },
  blind: { sor: blindSor },
};

/** Plays every plan within the bound. */
export async function explore(bound: Bound, sors: readonly string[] = Object.keys(sorKinds)): Promise<Explored> {
  const broken: (readonly string[])[] = [];
  let plays = 0;
  const check = async (plan: Plan): Promise<number> => {
    const played = await play(plan);
    plays += 1;
    const laws = await brokenLaws(played, plan);
    if (laws.length > 0) broken.push(laws);
    return played.calls;
  };
  const crashing = async (plan: Plan, left: number, from = 0): Promise<void> => {
    const calls = await check(plan);
    if (left === 0) return;
    for (let call = from; call < calls; call += 1) {
      for (const when of ['before', 'after'] as const) {
        await crashing({ ...plan, crashes: [...(plan.crashes ?? []), { call, when }] }, left - 1, call + 1);
      }
    }
  };
  for (const sor of sors) {
    for (const answers of sequences(bound.answers))
      await crashing({ votes, ...sorKinds[sor], behaviours: answers }, bound.crashes);
  }
  return { bound, sors, plays, broken };
}

/** Returns every sequence of at most so many answers. An ordinary answer ends a sequence, because nothing is sent after it. */
function sequences(length: number): readonly (readonly Behaviour[])[] {
  const unusual = behaviours.filter((one) => one !== 'answer');
  if (length === 0) return [[]];
  return [[], ...sequences(length - 1).flatMap((rest) => unusual.map((one) => [one, ...rest]))];
}
