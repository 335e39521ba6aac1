import { describe, expect, it } from 'vitest';
import { loopsOfAnExecution } from '../../action-plane/loops.ts';
import { brokenLaws } from '../support/laws.ts';
import { human, start } from '../support/plane.ts';
import { play, type Plan } from '../support/plane-run.ts';
import { definitionOf, eventsOfState, eventsOfTry, type State } from '../support/state-machine.ts';

const { States, StartAt } = definitionOf('approval');
const day = 24 * 3600;

/** A Task whose deadline is thirty days after its request. */
const thirtyDays = {
  slaSeconds: 30 * day,
  dueAt: new Date(start + 30 * day * 1000).toISOString(),
};
const unreadable: Plan = {
  world: {
    action: {
      target: { sor: 'sor.gone', resource: 'claim', ref: 'CLM-1', version: '"1"' },
      stagedUntil: thirtyDays.dueAt,
    },
    task: thirtyDays,
  },
};

describe('An execution that loops', () => {
  it('If a target cannot be read for thirty days, each execution is followed by another one, until the Task expires', async () => {
    const played = await play(unreadable);
    expect(await brokenLaws(played, unreadable)).toEqual([]);
    expect([(await played.plane.task()).state, (await played.plane.action()).state]).toEqual(['expired', 'expired']);
    const names = [...played.executions.keys()];
    const { taskId } = played.plane;
    expect(names).toEqual([`${taskId}-1`, ...names.slice(1).map((_, index) => `${taskId}-1-${index + 1}`)]);
    expect(names.length).toBeGreaterThan(50);
    // The pauses grow up to an hour, so there are about 800 reads in thirty days.
    const reads = played.entered.filter((state) => state === 'Verify').length;
    expect(reads).toBeGreaterThan(700);
    expect(reads).toBeLessThan(900);
  });

  it('If a change cannot be sent, each execution is followed by another one, and the pauses between the sends stay the same', async () => {
    const plan: Plan = {
      votes: [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' }],
      behaviours: Array.from({ length: 64 }, () => 'unreachable' as const),
    };
    const played = await play(plan);
    expect(await brokenLaws(played, plan)).toEqual([]);
    expect(await played.plane.action()).toMatchObject({ state: 'failed', reason: 'sends.exhausted', attempts: 64 });
    expect(played.executions.size).toBeGreaterThan(4);
    const claims = played.plane.events().filter((event) => 'to' in event && event.to === 'committing');
    const gaps = claims.slice(1).map(({ at }, index) => Date.parse(at) - Date.parse(claims[index]?.at ?? ''));
    // The pauses are 2, 4, … 256 s, and then 300 s each.
    expect(gaps.every((gap, index) => gap >= Math.min(300, 2 ** (index + 1)) * 1000)).toBe(true);
  });

  it('If the start of the next execution fails, or succeeds without an answer, every law still holds', async () => {
    const hour: Plan = { world: { action: unreadable.world?.action ?? {} } };
    const { starts } = await play(hour);
    expect(starts.length).toBeGreaterThan(1);
    for (const call of starts) {
      for (const when of ['before', 'after'] as const) {
        const plan: Plan = { ...hour, crashes: [{ call, when }] };
        expect(await brokenLaws(await play(plan), plan)).toEqual([]);
      }
    }
  });

  it('An execution has fewer than 5,000 events, even if every state needs every retry', () => {
    const perLoop = Math.max(...Object.keys(States).map((name) => longestTo(name, [])));
    const restart = events(States['PauseBeforeRestart']) + events(States['Restart']) + eventsOfState;
    expect(StartAt).toBe('Verify');
    expect(1 + loopsOfAnExecution * perLoop + restart).toBeLessThan(5000);
  });

  it('An execution also works with the functions of the previous version, which do not count its loops', async () => {
    const votes = [{ atSeconds: 100, by: human('approver-1'), decision: 'grant' as const }];
    for (const behaviours of [[], ['lose-answer'], ['busy', 'unreachable', 'lose-request']] as const) {
      const plan: Plan = { votes, behaviours, onPreviousFunctions: true };
      expect(await brokenLaws(await play(plan), plan)).toEqual([]);
    }
    const plan: Plan = { onPreviousFunctions: true };
    expect(await brokenLaws(await play(plan), plan)).toEqual([]);
  });
});

/** Returns the largest number of events of a state. All its tries fail, except perhaps the last one. */
function events(state: State | undefined): number {
  const tries = 1 + (state?.Retry ?? []).reduce((sum, { MaxAttempts }) => sum + MaxAttempts, 0);
  return eventsOfState + (state?.Type === 'Task' ? tries * eventsOfTry(state.Resource) : 0);
}

/**
 * Returns the largest number of events from the entry of a state until a function has answered. Each such answer is
 * counted as a loop.
 */
function longestTo(name: string, before: readonly string[]): number {
  const state = States[name];
  if (state === undefined || before.includes(name)) return 0;
  const counts = state.Type === 'Task' && state.Resource?.endsWith(':lambda:invoke');
  const next = [
    ...(counts ? [] : [state.Next, state.Default, ...(state.Choices ?? []).map((choice) => choice.Next)]),
    ...(state.Catch ?? []).map((catcher) => catcher.Next),
  ].filter((one) => one !== undefined);
  return events(state) + Math.max(0, ...next.map((one) => longestTo(one, [...before, name])));
}
