import { expect } from 'vitest';
import type { DatabaseCall, FaultKind, FaultPlan } from '../../../adapters/memory/faults.ts';
import { startsAtMillis } from './client.ts';
import type { DemoPlane } from './demo-plane.ts';
import { checkJourneyLaws } from './laws.ts';
import { runJourney } from './run-journey.ts';

type OpenPlane = (faults?: FaultPlan) => Promise<DemoPlane>;

export const faultKinds = [
  'lost',
  'unanswered',
  'away',
  'throttled',
  'conflict',
] as const satisfies readonly FaultKind[];

export const canHappenAt = (kind: FaultKind, { operation }: DatabaseCall): boolean =>
  kind !== 'conflict' || operation === 'write';

/** A journey without faults takes 2 s. The rest is for a retry, a second delivery or a retry of a state machine. */
const promptSeconds = 20;

async function play(plane: OpenPlane, faults: FaultPlan) {
  const played = await plane(faults);
  const journey = await played.time.until(runJourney(played));
  await played.settle();
  const seconds = (played.time.millis - startsAtMillis) / 1000;
  return { seconds, checkLaws: () => checkJourneyLaws(played, journey) };
}

async function callsOf(plane: OpenPlane): Promise<readonly DatabaseCall[]> {
  const calls: DatabaseCall[] = [];
  let counting = true;
  const clean = await play(plane, (call) => void (counting && calls.push(call)));
  counting = false;
  await clean.checkLaws();
  return calls;
}

/**
 * Plays the journey once for each table call and each chosen fault of it, and checks every law each time.
 *
 * @param chosen returns the faults to try at a call; the call before it is given too
 * @returns the number of faults that were injected
 */
export async function checkFaults(
  plane: OpenPlane,
  chosen: (call: DatabaseCall, before: DatabaseCall | undefined) => readonly FaultKind[],
): Promise<number> {
  const calls = await callsOf(plane);
  const broken: string[] = [];
  const late: DatabaseCall[] = [];
  let injected = 0;
  for (const [i, call] of calls.entries()) {
    for (const kind of chosen(call, calls[i - 1])) {
      let hit = 0;
      const plan: FaultPlan = ({ index }) => (index === call.index && hit++ === 0 ? kind : undefined);
      try {
        const { seconds, checkLaws } = await play(plane, plan);
        await checkLaws();
        if (seconds > promptSeconds) late.push(call);
      } catch (error) {
        const named = `${kind} at call ${call.index}, ${call.operation} ${call.tables.join(' ')}`;
        broken.push(`${named}: ${error instanceof Error ? error.message : String(error)}`);
      }
      injected += hit;
    }
  }
  console.log(`${injected} faults injected at the ${calls.length} table calls of the journey`);
  expect(broken).toEqual([]);
  expect(injected).toBe(calls.flatMap((call, i) => chosen(call, calls[i - 1])).length);

  // The grant is stored, but the approval machine is not told. Its wait ends at the Task's deadline and then finds
  // the grant. Only this fault delays the journey for so long.
  const decided = calls.find(({ tables }) => tables.includes('decisions'));
  expect(new Set(late.map(({ index }) => index))).toEqual(new Set([(decided?.index ?? 0) + 1]));
  expect(late.every(({ operation, tables }) => operation === 'get' && tables.join() === 'tasks')).toBe(true);
  return injected;
}
