import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome } from '../../../../contract/call.ts';
import { type Setting } from '../bench.ts';
import { callers, key } from '../fixed.ts';
import type { Flavour, Sample } from '../sample.ts';
import { freshWorker, type Worker } from '../worker.ts';

/** A call in a run of its own, with its caller, arguments, release, world and clearances. */
interface Step {
  readonly setting: Setting;
  readonly who: keyof typeof callers;
  readonly what: 'first' | 'second';
}
const cleared = { clearances: ['pii.high', 'regulated.kvkk'] };
const settingOf = (flavour: Flavour, definition: { readonly clearances: readonly string[] }): Setting => ({
  flavour,
  definition,
  world: `${flavour}-${definition.clearances.length}`,
});
const answeredSteps: readonly Step[] = (['plain', 'other'] as const).flatMap((flavour) =>
  (['one', 'another'] as const).flatMap((who) =>
    (['first', 'second'] as const).map((what) => ({ setting: settingOf(flavour, cleared), who, what })),
  ),
);
const steps: readonly Step[] = [
  ...answeredSteps,
  ...answeredSteps
    .filter(({ who, what }) => who === 'one' && what === 'first')
    .map((step) => ({ ...step, setting: settingOf(step.setting.flavour ?? 'plain', { clearances: [] }) })),
];

interface Seen {
  readonly outcome: Outcome;
  /** The port calls that were made, as `port.method` with their arguments. */
  readonly touched: readonly string[];
}

/**
 * Makes the call in a new world, answered by the given worker. Only the worker's memory can make two answers differ.
 */
async function taken(worker: Worker, { setting, who, what }: Step): Promise<Seen> {
  const bench = await worker.bench(setting);
  const outcome = await worker.answer(bench, bench.call(bench.asked[who][what], { caller: callers[who], key }));
  return { outcome, touched: bench.touched.map((touch) => touch.what) };
}

/** Checks docs/spec.md, 9.4: a tool keeps no state across runs in its memory. */
export function stateless(sample: Sample): void {
  it('Stateless: Whatever a worker has answered before, it answers the next call as a fresh worker does', async () => {
    const fresh: Seen[] = [];
    for (const step of steps) fresh.push(await taken(await freshWorker(sample), step));
    const answers = fresh.map(({ outcome }) => ('refused' in outcome ? outcome.refused : outcome.body));
    // Each caller, argument, release and clearance must have another answer. Otherwise this test would not notice a
    // leak.
    expect(new Set(answers).size).toBe(answeredSteps.length + 1);

    const warm = await freshWorker(sample);
    const asked = new Set<number>();
    const mustBeAsFresh = ({ outcome, touched }: Seen, i: number): void => {
      expect(outcome).toEqual(fresh[i]?.outcome);
      // Within one run, a worker may remember an answer and ask whether it still holds.
      const known = asked.has(i) ? touched : fresh[i]?.touched;
      expect(touched).toEqual(known);
      asked.add(i);
    };
    const order = fc.array(fc.nat({ max: steps.length - 1 }), { minLength: 3, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(order, fc.boolean(), async (indices, isAtOnce) => {
        const chosen = indices.flatMap((i) => steps.slice(i, i + 1).map((step) => ({ i, step })));
        if (isAtOnce) {
          const once = [...new Map(chosen.map((one) => [one.i, one])).values()];
          const seen = await Promise.all(once.map(({ step }) => taken(warm, step)));
          for (const [n, { i }] of once.entries()) mustBeAsFresh(seen[n] ?? never(), i);
          return;
        }
        for (const { i, step } of [...chosen, ...chosen.slice(0, 1)]) mustBeAsFresh(await taken(warm, step), i);
      }),
      { numRuns: 8, seed: 9 },
    );
  });
}

const never = (): never => {
  throw new Error('a step has no answer');
};
