import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Outcome } from '../../../../contract/call.ts';
import { type Setting } from '../bench.ts';
import { callers, key } from '../fixed.ts';
import type { Flavour, Specimen } from '../specimen.ts';
import { freshWorker, type Worker } from '../worker.ts';

/** A call in its own run: the caller, the arguments, the release, the world and the clearance. */
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
  /** The calls of the ports. */
  readonly touched: readonly string[];
}

/** The step in a new world, answered by the given worker: any difference was remembered by the worker. */
async function taken(worker: Worker, { setting, who, what }: Step): Promise<Seen> {
  const bench = await worker.bench(setting);
  const outcome = await worker.answer(bench, bench.call(bench.asked[who][what], { caller: callers[who], key }));
  return { outcome, touched: bench.touched.map((touch) => touch.what) };
}

/** docs/spec.md, 9.4: no state across runs in tool memory. */
export function stateless(specimen: Specimen): void {
  it('no state across runs: a warm worker answers like a fresh one, whatever it has answered before', async () => {
    const fresh: Seen[] = [];
    for (const step of steps) fresh.push(await taken(await freshWorker(specimen), step));
    const answers = fresh.map(({ outcome }) => ('refused' in outcome ? outcome.refused : outcome.body));
    // Every caller, argument, release and clearance has a different answer. Otherwise the law would not notice a leak.
    expect(new Set(answers).size).toBe(answeredSteps.length + 1);

    const warm = await freshWorker(specimen);
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
