import { expect, it } from 'vitest';
import { covers, expand, join } from '../../../../contract/authority/markings.ts';
import { answered, refusedWith } from '../../../support/calls.ts';
import { benchOf, effectsOfOne } from '../bench.ts';
import { key } from '../fixed.ts';
import { scheme } from '../record.ts';
import { toldTexts, textsAt } from '../secrets.ts';
import type { Specimen } from '../specimen.ts';

/** Every set of markings of the scheme. */
const all = [...scheme.chains.flat(), ...scheme.flags];
const sets = Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_, i) => (bits >> i) % 2 === 1));
const refusals = [
  'permission.denied',
  'marking.exceeds_clearance',
  'marking.exceeds_tool',
  // A reference that the caller is not cleared for is treated as missing.
  'event.unknown',
  'action.unknown',
  'source.unknown',
];

/** docs/spec.md, 9.1, Permissioned, and 9.3: marked results are refused, never filtered. */
export function marked(specimen: Specimen): void {
  it('marked: the receipt has the join of the markings of the signature and of what the call read', async () => {
    const bench = await benchOf(specimen);
    const { receipt } = answered(await bench.ask(bench.asked.one.first));
    expect(receipt.markings).toEqual(join(scheme, bench.record.reaches, specimen.reads));
    expect(specimen.reads.length).toBeGreaterThan(0);
  });

  it.each(['the caller’s clearance', 'what the tool may carry'])(
    'marked: a call is answered exactly if %s covers the result; otherwise it is refused and never filtered',
    async (what) => {
      const world = 'marked';
      const whole = await benchOf(specimen, { world });
      const { result, receipt } = answered(await whole.ask(whole.asked.one.first));
      const secrets = textsAt(result, specimen.secrets.result);
      for (const set of sets) {
        const isOfCaller = what === 'the caller’s clearance';
        const changed = isOfCaller ? { definition: { clearances: set } } : { record: { markings: set } };
        const bench = await benchOf(specimen, { world, ...changed });
        const outcome = await bench.ask(bench.asked.one.first);
        const isCovered = covers(expand(scheme, set), receipt.markings);
        expect([set, isCovered ? ['answered'] : refusals]).toEqual([
          set,
          expect.arrayContaining([refusedWith(outcome)]),
        ]);
        const { result: said } = 'refused' in outcome ? { result: undefined } : answered(outcome);
        expect(said).toEqual(isCovered ? result : undefined);
        const left = isCovered ? [1, effectsOfOne(specimen), 1] : [0, 0, 1];
        expect([bench.records().length, bench.effects(), bench.events().length]).toEqual(left);
        if (isCovered) continue;
        for (const secret of secrets) expect(JSON.stringify(outcome) + toldTexts(bench)).not.toContain(secret);
      }
    },
  );

  it('marked: markings that an engine adds are joined, and checked against clearance and tool before anything is recorded', async () => {
    const added = { ...scheme, flags: [...scheme.flags, 'secret.added'] };
    const bench = await benchOf(specimen, {
      spoil: (product) => ({ ...product, markings: [...(product.markings ?? []), ...added.flags.slice(-1)] }),
    });
    expect(refusedWith(await bench.ask(bench.asked.one.first, { key }))).toBe('marking.exceeds_clearance');
    for (const [name, agent] of Object.entries(bench.agents)) {
      bench.agents[name] = { ...agent, clearances: [...agent.clearances, 'secret.added'] };
    }
    expect(refusedWith(await bench.ask(bench.asked.one.first, { key }))).toBe('marking.exceeds_tool');
    expect([bench.records(), bench.effects()]).toEqual([[], 0]);
  });

  it('marked: after a clearance was revoked, a replay of what it could read is refused', async () => {
    // The engine's result is marked above everything that is known before it runs.
    const bench = await benchOf(specimen, { spoil: (product) => ({ ...product, markings: ['pii.high'] }) });
    const ask = () => bench.ask(bench.asked.one.first, { key });
    const one = answered(await ask());
    const { 'test-agent': agent } = bench.agents;
    if (!agent) throw new Error('the bench has lost its agent');
    const secrets = textsAt(one.result, specimen.secrets.result);
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
