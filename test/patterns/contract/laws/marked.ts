import { expect, it } from 'vitest';
import { covers, expand, join } from '../../../../contract/authority/markings.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, effectsOfOne } from '../bench.ts';
import { key } from '../fixed.ts';
import { scheme } from '../record.ts';
import { toldTexts, textsAt } from '../secrets.ts';
import type { Sample } from '../sample.ts';

/** All subsets of the markings of the scheme. */
const all = [...scheme.chains.flat(), ...scheme.flags];
const sets = Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, i) => (bits >> i) % 2 === 1));
const refusals = [
  'permission.denied',
  'marking.exceeds_clearance',
  'marking.exceeds_tool',
  // If the caller is not cleared for a reference, it is treated as missing.
  'event.unknown',
  'action.unknown',
  'source.unknown',
];

/** Checks docs/spec.md, 9.1, Permissioned, and 9.3: a result that the caller may not see is refused, never filtered. */
export function marked(sample: Sample): void {
  it('Marked: The receipt has the markings of the signature joined with the markings of everything that the call read', async () => {
    const bench = await benchOf(sample);
    const { receipt } = answered(await bench.ask(bench.asked.one.first));
    expect(receipt.markings).toEqual(join(scheme, bench.record.reaches, sample.reads));
    expect(sample.reads.length).toBeGreaterThan(0);
  });

  it.each(['the clearances of the caller', 'the markings that the tool allows'])(
    'Marked: A call is answered if %s cover its result, and is otherwise refused without any value of the result',
    async (what) => {
      const world = 'marked';
      const whole = await benchOf(sample, { world });
      const { result, receipt } = answered(await whole.ask(whole.asked.one.first));
      const secrets = textsAt(result, sample.secrets.result);
      for (const set of sets) {
        const isOfCaller = what === 'the clearances of the caller';
        const changed = isOfCaller ? { definition: { clearances: set } } : { record: { markings: set } };
        const bench = await benchOf(sample, { world, ...changed });
        const outcome = await bench.ask(bench.asked.one.first);
        const isCovered = covers(expand(scheme, set), receipt.markings);
        expect([set, isCovered ? ['answered'] : refusals]).toEqual([
          set,
          expect.arrayContaining([refusedWith(outcome)]),
        ]);
        const { result: said } = 'refused' in outcome ? { result: undefined } : answered(outcome);
        expect(said).toEqual(isCovered ? result : undefined);
        const left = isCovered ? [1, effectsOfOne(sample), 1] : [0, 0, 1];
        expect([bench.records().length, bench.effects(), bench.events().length]).toEqual(left);
        if (isCovered) continue;
        for (const secret of secrets) expect(JSON.stringify(outcome) + toldTexts(bench)).not.toContain(secret);
      }
    },
  );

  it('Marked: If an engine adds a marking that the caller or the tool may not have, the call is refused and nothing is recorded', async () => {
    const added = { ...scheme, flags: [...scheme.flags, 'secret.added'] };
    const bench = await benchOf(sample, {
      spoil: (product) => ({ ...product, markings: [...(product.markings ?? []), ...added.flags.slice(-1)] }),
    });
    expect(refusedWith(await bench.ask(bench.asked.one.first, { key }))).toBe('marking.exceeds_clearance');
    for (const [name, agent] of Object.entries(bench.agents)) {
      bench.agents[name] = { ...agent, clearances: [...agent.clearances, 'secret.added'] };
    }
    expect(refusedWith(await bench.ask(bench.asked.one.first, { key }))).toBe('marking.exceeds_tool');
    expect([bench.records(), bench.effects()]).toEqual([[], 0]);
  });

  it('Marked: If a clearance was revoked after a call, the replay of its answer is refused', async () => {
    // The engine adds a marking that is higher than all that are known before it runs.
    const bench = await benchOf(sample, { spoil: (product) => ({ ...product, markings: ['pii.high'] }) });
    const ask = () => bench.ask(bench.asked.one.first, { key });
    const one = answered(await ask());
    const { 'test-agent': agent } = bench.agents;
    if (!agent) throw new Error('the bench has lost its agent');
    const secrets = textsAt(one.result, sample.secrets.result);
    for (const clearances of [['pii.medium', 'regulated.kvkk'], ['pii.high'], []]) {
      bench.agents['test-agent'] = { ...agent, clearances };
      const outcome = await ask();
      expect(refusals).toContain(refusedWith(outcome));
      expect(secrets.filter((secret) => JSON.stringify(outcome).includes(secret))).toEqual([]);
    }
    bench.agents['test-agent'] = agent;
    expect(answered(await ask()).body).toBe(one.body);
  });
}
