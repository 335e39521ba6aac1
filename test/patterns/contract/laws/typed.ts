import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, type Bench } from '../bench.ts';
import { key } from '../fixed.ts';
import { ambiguousBodies, mutationsOf, notJson, type Mutation } from '../mutations.ts';
import { argumentSecrets, textsAt } from '../secrets.ts';
import { findingsOf, oracleOf, schemasOf } from '../signature.ts';
import type { Sample } from '../sample.ts';

/** Checks that the last event is this refusal, and that the call reached no port and left no record or effect. */
function expectNothingLeft(bench: Bench, code: string): void {
  expect([bench.touched, bench.loaded]).toEqual([[], []]);
  expect(bench.world.content.requests).toEqual([]);
  expect(bench.records()).toEqual([]);
  expect(bench.effects()).toBe(0);
  expect(bench.events().at(-1)).toMatchObject({ outcome: 'refused', code });
}

/** True if the paths are equal or one contains the other. */
const isOnePath = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);

/** Takes at most `most` values, evenly spread, because a large result can be broken in hundreds of ways. */
const some = <T>(all: readonly T[], most = 40): readonly T[] =>
  all.filter((_, i) => Math.floor((i * most) / all.length) !== Math.floor(((i - 1) * most) / all.length));

/** Returns the names of the optional members of the arguments. */
function optionalsOf(sample: Sample): readonly string[] {
  const { properties = {}, required = [] } = schemasOf(sample).request as {
    readonly properties?: object;
    readonly required?: readonly string[];
  };
  return Object.keys(properties).filter((name) => !required.includes(name));
}

/** Checks the clause typed of docs/spec.md, 9.1. */
export function typed(sample: Sample): void {
  it("Typed: The compiler accepts the signature as a refinement of the pattern's schemas", () => {
    expect(findingsOf(sample)).toEqual([]);
  });

  it('Typed: Arguments that violate the signature are refused with a pointer to the violation, before anything is read', async () => {
    const bench = await benchOf(sample);
    const isValid = await oracleOf(schemasOf(sample).request);
    const { first } = bench.asked.one;
    expect(isValid(first)).toBe(true);
    let count = 0;
    const mustBeRefused = async ({ at, how, value }: Mutation): Promise<void> => {
      const outcome = await bench.ask(JSON.stringify(value));
      count += 1;
      const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
      const code = isObject ? 'arguments.invalid' : 'body.malformed';
      expect([how, at, refusedWith(outcome)]).toEqual([how, at, code]);
      const pointer = 'refused' in outcome ? outcome.pointer : undefined;
      expect(!isObject || (pointer !== undefined && isOnePath(at, pointer))).toBe(true);
      expect(bench.events()).toHaveLength(count);
      expectNothingLeft(bench, code);
    };
    const single = mutationsOf(first).filter(({ value }) => !isValid(value));
    expect(single.length).toBeGreaterThan(20);
    for (const mutation of single) await mustBeRefused(mutation);

    const double = fc.nat().chain((one) => {
      const { value } = single[one % single.length] ?? {};
      const all = mutationsOf(value);
      return fc.nat({ max: all.length - 1 }).map((i) => ({ ...all[i], at: '' }) as Mutation);
    });
    await fc.assert(
      fc.asyncProperty(double, async (mutation) => {
        if (!isValid(mutation.value)) await mustBeRefused(mutation);
      }),
      { numRuns: 20, seed: 5 },
    );
  });

  it('Typed (C9): The engine gets the arguments exactly as they were sent, and a text that looks like a number or JSON stays a text', async () => {
    const seen: unknown[] = [];
    const bench = await benchOf(sample, { enters: (args) => void seen.push(args) });
    const isValid = await oracleOf(schemasOf(sample).request);
    const { first } = bench.asked.one;
    const valid = [first, ...mutationsOf(first).flatMap(({ value }) => (isValid(value) ? [value] : []))];
    for (const [i, args] of valid.entries()) {
      const before = seen.length;
      await bench.ask(JSON.stringify(args), { key: `key-of-the-call-number-${i}` });
      expect(seen.slice(before)).toEqual(seen.length > before ? [args] : []);
    }
    expect(seen).toContainEqual(first);
  });

  const optional = optionalsOf(sample);
  it.each(optional)(
    'Typed (C10): If the optional argument %s is null or a list, the call is refused, and if it is missing, the call is answered',
    async (name) => {
      const bench = await benchOf(sample);
      const { first } = bench.asked.one;
      const isValid = await oracleOf(schemasOf(sample).request);
      for (const value of [null, []]) {
        const args = { ...first, [name]: value };
        expect(isValid(args)).toBe(false);
        expect(await bench.ask(args)).toMatchObject({ refused: 'arguments.invalid', pointer: `/${name}` });
        expectNothingLeft(bench, 'arguments.invalid');
      }
      const absent = Object.fromEntries(Object.entries(first).filter(([other]) => other !== name));
      expect(refusedWith(await bench.ask(absent))).toBe('answered');
    },
  );

  it('Typed (C8, C12): A body that two parsers could read differently is refused before anything is read', async () => {
    const bench = await benchOf(sample);
    const bodies = ambiguousBodies(JSON.stringify(bench.asked.one.first));
    for (const [i, [code, body]] of bodies.entries()) {
      expect([code, refusedWith(await bench.ask(body))]).toEqual([code, code]);
      expect(bench.events()).toHaveLength(i + 1);
      expectNothingLeft(bench, code);
    }
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it('Typed: If a result violates the signature, the call fails with result.invalid, and no result or effect is recorded', async () => {
    const isValid = await oracleOf(schemasOf(sample).response);
    let results: readonly unknown[] = [];
    let broken: unknown;
    const bench = await benchOf(sample, {
      spoil: (product) => {
        const { result } = product;
        if (results.length > 0) return { ...product, result: broken };
        const unsaid = Object.values(notJson).flatMap((value) => [value, { ...Object(result), extra: value }]);
        const cycle: Record<string, unknown> = { ...Object(result) };
        cycle['extra'] = cycle;
        const mutated = mutationsOf(result).map(({ value }) => value);
        results = [...some(mutated.filter((value) => !isValid(value))), ...unsaid, cycle];
        return { ...product, result: undefined };
      },
    });
    const secrets = argumentSecrets(sample, bench);
    for (let i = -1; i < results.length; i++) {
      broken = results[i];
      const outcome = await bench.ask(bench.asked.one.first, { key });
      expect(refusedWith(outcome)).toBe('result.invalid');
      for (const secret of secrets) expect(JSON.stringify(outcome)).not.toContain(secret);
      expect(bench.events()).toHaveLength(i + 2);
      expect(bench.events().at(-1)).toMatchObject({ outcome: 'failed', code: 'result.invalid' });
    }
    expect(results.length).toBeGreaterThan(20);
    expect([bench.records(), bench.effects()]).toEqual([[], 0]);
  });

  const { untyped } = sample;
  if (!untyped) return;
  it('Typed: If the answer of a port violates its schema, the call fails, and nothing of that answer is repeated', async () => {
    const whole = await benchOf(sample);
    const { result } = answered(await whole.ask(whole.asked.one.first));
    const secrets = textsAt(result, sample.secrets.result);
    const bench = await benchOf(sample, { ports: untyped.ports });
    const outcome = await bench.ask(bench.asked.one.first);
    expect(refusedWith(outcome)).toBe(untyped.refused);
    for (const secret of secrets) expect(JSON.stringify([outcome, bench.events(), bench.told])).not.toContain(secret);
    expect([bench.records(), bench.effects(), bench.events().length]).toEqual([[], 0, 1]);
  });
}
