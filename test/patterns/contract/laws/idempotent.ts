import { expect, it } from 'vitest';
import type { FaultKind, FaultPlan } from '../../../../adapters/memory/faults.ts';
import type { Outcome } from '../../../../contract/call.ts';
import { hasEffect } from '../../../../contract/effects.ts';
import { failures } from '../../../../contract/failures.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, effectsOfOne, type Bench } from '../bench.ts';
import { callers, key } from '../fixed.ts';
import { textsAt } from '../secrets.ts';
import type { Sample } from '../sample.ts';

const equalCalls = 20;

/** The ways in which a call is cut off at one of its database calls. */
const cuts: readonly { readonly at: FaultKind; readonly after?: FaultKind }[] = [
  { at: 'lost' },
  { at: 'unanswered' },
  { at: 'away' },
  { at: 'throttled' },
  { at: 'conflict' },
  // A crash of the worker: none of its later database calls arrives, whether the current one was done or not.
  { at: 'unanswered', after: 'away' },
  { at: 'away', after: 'away' },
];

/** Checks the clause idempotent of docs/spec.md, 9.1. */
export function idempotent(sample: Sample): void {
  const { ports, effectClass } = sample.declaration;
  const isRead = ports.length > 0 && !hasEffect(effectClass);
  const isPortless = ports.length === 0;

  it('Idempotent: If a key comes again with the same arguments, the answer has the same bytes and is marked as a replay, and one record exists', async () => {
    const bench = await benchOf(sample);
    const { first } = bench.asked.one;
    const one = answered(await bench.ask(first, { key }));
    const asked = bench.touched.length;
    const two = answered(await bench.ask(first, { key }));
    expect([one.replayed, two.replayed, two.body]).toEqual([false, true, one.body]);
    expect(two.eventId).not.toBe(one.eventId);
    expect([bench.records().length, bench.effects()]).toEqual([1, effectsOfOne(sample)]);
    // The result of a call without ports is never recorded, even with a key. Its bytes were computed again.
    expect('result' in (bench.records()[0] ?? {})).toBe(!isPortless);
    // A call with an effect checks its references again. A read with a key does not ask its ports again.
    expect(bench.touched).toHaveLength(hasEffect(effectClass) ? asked * 2 : asked);
  });

  it('Idempotent (C3): If a key comes again with other arguments, the call is refused with key.reused and reveals nothing of the first call', async () => {
    const bench = await benchOf(sample);
    const { first, second } = bench.asked.one;
    const one = answered(await bench.ask(first, { key }));
    const kept = JSON.stringify(bench.records());
    const outcome = await bench.ask(second, { key });
    expect(refusedWith(outcome)).toBe('key.reused');
    const secrets = [...textsAt(one.result, sample.secrets.result), ...textsAt(first, sample.secrets.arguments)];
    for (const told of [...secrets, one.eventId]) expect(JSON.stringify(outcome)).not.toContain(told);
    expect([JSON.stringify(bench.records()), bench.effects()]).toEqual([kept, effectsOfOne(sample)]);
    expect(answered(await bench.ask(first, { key })).body).toBe(one.body);
  });

  it(`Idempotent (C2): If ${equalCalls} equal calls come at once, one record and at most one effect exist, and all get the same bytes`, async () => {
    const bench = await benchOf(sample);
    const outcomes = (
      await Promise.all(Array.from({ length: equalCalls }, () => bench.ask(bench.asked.one.first, { key })))
    ).map(answered);
    expect(new Set(outcomes.map(({ body }) => body)).size).toBe(1);
    expect(outcomes.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect([bench.records().length, bench.effects()]).toEqual([1, effectsOfOne(sample)]);
    expect(bench.events()).toHaveLength(equalCalls);
  });

  it('Idempotent: If two callers use the same key, each call gets an answer and a record of its own', async () => {
    const bench = await benchOf(sample);
    // The run is part of the key space, except for effects. One key is one Action in every run.
    const shared = { key, runless: !hasEffect(effectClass) };
    const one = answered(await bench.ask(bench.asked.one.first, shared));
    const other = answered(await bench.ask(bench.asked.another.second, { ...shared, caller: callers.another }));
    expect([other.replayed, other.eventId === one.eventId]).toEqual([false, false]);
    expect(bench.records()).toHaveLength(2);
  });

  it('Idempotent: If a call fails, its key can be used again with other arguments', async () => {
    let fails = true;
    const bench = await benchOf(sample, {
      spoil: (product) => {
        if (fails) throw new TypeError('a broken engine');
        return product;
      },
    });
    expect(refusedWith(await bench.ask(bench.asked.one.first, { key }))).toBe('internal');
    expect([bench.records(), bench.effects()]).toEqual([[], 0]);
    fails = false;
    expect(answered(await bench.ask(bench.asked.one.second, { key })).replayed).toBe(false);
  });

  it('Idempotent: If two equal calls come without a key, a read is made twice, and any other call is replayed; if a commit-low tool requires a key, both calls are refused', async () => {
    const bench = await benchOf(sample);
    const ask = () => bench.ask(bench.asked.one.first, { keyless: true });
    const [one, two] = [await ask(), await ask()];
    const isRefused = effectClass === 'commit-low' && bench.record.idempotency.key === 'caller';
    const seen = [one, two].map((outcome) => ('refused' in outcome ? outcome.refused : outcome.replayed));
    expect(seen).toEqual(isRefused ? ['key.required', 'key.required'] : [false, !isRead]);
    const bodies = new Set([one, two].map((outcome) => ('body' in outcome ? outcome.body : '')));
    expect(bodies.size).toBe(isRead ? 2 : 1);
    const records = isRefused ? 0 : bodies.size;
    expect(bench.effects()).toBe(isRefused ? 0 : effectsOfOne(sample));
    // A result that depends only on the arguments is not recorded.
    expect(bench.records().map((item) => 'result' in item)).toEqual(Array.from({ length: records }, () => !isPortless));
  });

  it('Idempotent: If a call is cut off at any of its database calls, its retry is answered, and at most one effect exists', async () => {
    const whole = await benchOf(sample);
    let calls = 0;
    whole.world.faults = () => void calls++;
    answered(await whole.ask(whole.asked.one.first, { key }));
    expect(calls).toBeGreaterThan(2);
    const plans = Array.from({ length: calls }, (_, index) => cuts.map((cut) => ({ index, ...cut }))).flat();
    await Promise.all(plans.map((plan) => mustSurvive(sample, plan)));
  });
}

interface Cut {
  readonly index: number;
  readonly at: FaultKind;
  readonly after?: FaultKind;
}

async function mustSurvive(sample: Sample, cut: Cut): Promise<void> {
  const bench = await benchOf(sample);
  const again = () => bench.ask(bench.asked.one.first, { key });
  bench.world.faults = cutting(cut);
  const cutOff = await again();
  bench.world.faults = undefined;
  expectAnswerOrRetry(cutOff, cut);
  const retried = answered(await again());
  const seen = { cut, records: bench.records().length, effects: bench.effects() };
  expect(seen).toEqual({ cut, records: 1, effects: effectsOfOne(sample) });
  const first = 'refused' in cutOff ? [retried.replayed, retried.body] : [true, cutOff.body];
  expect([retried.replayed, retried.body]).toEqual(first);
  expect(answered(await again()).body).toBe(retried.body);
  expect(refusedWith(await bench.ask(bench.asked.one.second, { key }))).toBe('key.reused');
  expect(answeredOnce(bench)).toBe(true);
}

function cutting({ index, at, after }: Cut): FaultPlan {
  let count = 0;
  return () => {
    const now = count++;
    if (now === index) return at;
    return now > index ? after : undefined;
  };
}

/** Checks that the outcome is an answer, or a refusal that may be retried. */
function expectAnswerOrRetry(outcome: Outcome, cut: Cut): void {
  const code = refusedWith(outcome);
  expect({ cut, isLegal: code === 'answered' || failures[code].retryable }).toEqual({ cut, isLegal: true });
}

const answeredOnce = (bench: Bench): boolean =>
  bench.events().filter(({ outcome }) => outcome === 'answered').length === 1;
