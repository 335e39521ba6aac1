import { describe, expect, it } from 'vitest';
import type { DatabaseCall, FaultKind, FaultPlan } from '../../adapters/memory/faults.ts';
import { startsAtMillis } from '../support/journey/client.ts';
import { checkJourneyLaws } from '../support/journey/laws.ts';
import { runJourney } from '../support/journey/run-journey.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const plane = virtualWorld();

async function play(faults: FaultPlan) {
  const played = await plane(faults);
  const journey = await played.time.until(runJourney(played));
  await played.settle();
  const seconds = (played.time.millis - startsAtMillis) / 1000;
  return { seconds, checkLaws: () => checkJourneyLaws(played, journey) };
}

const kinds = ['lost', 'unanswered', 'away', 'throttled', 'conflict'] as const satisfies readonly FaultKind[];
const canHappenAt = (kind: FaultKind, { operation }: DatabaseCall): boolean =>
  kind !== 'conflict' || operation === 'write';

/** A journey without faults takes 2 s. The rest is for a retry, a second delivery or a retry of a state machine. */
const promptSeconds = 20;

describe('The journey with one failed table call', () => {
  it('If any one table call of the journey fails in any way, the journey still keeps every law', async () => {
    const calls: DatabaseCall[] = [];
    let counting = true;
    const clean = await play((call) => void (counting && calls.push(call)));
    counting = false;
    await clean.checkLaws();

    const broken: string[] = [];
    const late: DatabaseCall[] = [];
    let injected = 0;
    for (const call of calls) {
      for (const kind of kinds.filter((one) => canHappenAt(one, call))) {
        let hit = 0;
        const plan: FaultPlan = ({ index }) => (index === call.index && hit++ === 0 ? kind : undefined);
        try {
          const { seconds, checkLaws } = await play(plan);
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
    expect(injected).toBe(calls.flatMap((call) => kinds.filter((kind) => canHappenAt(kind, call))).length);

    // The grant is stored, but the approval machine is not told. Its wait ends at the Task's deadline and then finds
    // the grant. Only this fault delays the journey for so long.
    const decided = calls.find(({ tables }) => tables.includes('decisions'));
    expect(new Set(late.map(({ index }) => index))).toEqual(new Set([(decided?.index ?? 0) + 1]));
    expect(late.every(({ operation, tables }) => operation === 'get' && tables.join() === 'tasks')).toBe(true);
  });
});
