import { describe, expect, it } from 'vitest';
import type { DatabaseCall, FaultKind, FaultPlan } from '../../adapters/memory/faults.ts';
import { startsAtMillis } from '../support/journey/client.ts';
import { holdLaws } from '../support/journey/laws.ts';
import { travel } from '../support/journey/travel.ts';
import { virtualWorld } from '../support/journey/virtual-world.ts';

const plane = virtualWorld();

async function play(faults: FaultPlan) {
  const played = await plane(faults);
  const travelled = await played.time.until(travel(played));
  await played.settle();
  const seconds = (played.time.millis - startsAtMillis) / 1000;
  return { seconds, hold: () => holdLaws(played, travelled) };
}

const kinds = ['lost', 'unanswered', 'away', 'throttled', 'conflict'] as const satisfies readonly FaultKind[];
const befalls = (kind: FaultKind, { operation }: DatabaseCall): boolean => kind !== 'conflict' || operation === 'write';

/** A clean pass takes 2 s. The rest is for a retry, a redelivery or a state machine's own retry. */
const promptSeconds = 20;

describe('the journey, if one call of a table fails', () => {
  it('holds every law, whichever call of a clean pass fails and however it fails', async () => {
    const calls: DatabaseCall[] = [];
    let counting = true;
    const clean = await play((call) => void (counting && calls.push(call)));
    counting = false;
    await clean.hold();

    const broken: string[] = [];
    const late: DatabaseCall[] = [];
    let injected = 0;
    for (const call of calls) {
      for (const kind of kinds.filter((one) => befalls(one, call))) {
        let hit = 0;
        const plan: FaultPlan = ({ index }) => (index === call.index && hit++ === 0 ? kind : undefined);
        try {
          const { seconds, hold } = await play(plan);
          await hold();
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
    expect(injected).toBe(calls.flatMap((call) => kinds.filter((kind) => befalls(kind, call))).length);

    // The grant is stored, but the machine was not told. Its wait ends at the Task's deadline and then finds the grant.
    // No other call ends late.
    const decided = calls.find(({ tables }) => tables.includes('decisions'));
    expect(new Set(late.map(({ index }) => index))).toEqual(new Set([(decided?.index ?? 0) + 1]));
    expect(late.every(({ operation, tables }) => operation === 'get' && tables.join() === 'tasks')).toBe(true);
  });
});
