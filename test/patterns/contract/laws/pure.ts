import { expect, it } from 'vitest';
import { effectClasses, hasEffect } from '../../../../contract/effects.ts';
import { answered } from '../../../support/calls.ts';
import { benchOf, type Setting } from '../bench.ts';
import type { Sample } from '../sample.ts';
import { tempted, useEveryTrap, trapped } from '../traps.ts';

/** Checks docs/spec.md, 9.2: each effect class may use only its own ports and effects. */
export function pure(sample: Sample): void {
  const { effectClass, ports } = sample.declaration;

  it('Effect class: A tool declares only ports that its effect class allows, and its calls reach exactly the declared ports', async () => {
    expect(effectClasses[effectClass].ports).toEqual(expect.arrayContaining([...ports]));
    const bench = await benchOf(sample);
    for (const [name, args] of Object.entries(bench.asked.one)) {
      answered(await bench.ask(args, { key: `key-of-the-${name}-call` }));
    }
    const reached = ports.filter((port) => !Object.hasOwn(sample.reachedElsewhere ?? {}, port));
    expect([...new Set(bench.touched.map(({ port }) => port))].sort()).toEqual([...reached].sort());
  });

  it('Effect class: A call writes its ledger record and the row that its effect class allows, and no other row', async () => {
    const bench = await benchOf(sample);
    const before = rows(bench.world.stored);
    answered(await bench.ask(bench.asked.one.first));
    const effects: readonly string[] = effectClasses[effectClass].effects;
    const left = rows(bench.world.stored).filter((row) => !before.includes(row));
    const tables = new Set(left.map((row) => row.split(' ')[0]));
    const allowed = [
      'ledger',
      ...(effects.includes('Action') ? ['actions'] : []),
      ...(effects.includes('Task') ? ['tasks'] : []),
    ];
    expect(tables).toEqual(new Set(allowed));
    expect(bench.world.content.requests.filter((request) => request.startsWith('put'))).toEqual([]);
  });

  it('Effect class: An engine uses no clock, no randomness and no network while it runs', async () => {
    const noted: string[] = [];
    const enters = () => trapped(noted);
    const world = 'trapped';
    const [bench, whole] = [await benchOf(sample, { enters, world }), await benchOf(sample, { world })];
    const { body } = answered(await bench.ask(bench.asked.one.first));
    expect(noted).toEqual([]);
    expect(body).toBe(answered(await whole.ask(whole.asked.one.first)).body);
    const tempting = await benchOf(sample, { enters, spoil: (product) => [useEveryTrap(), product][1] });
    answered(await tempting.ask(tempting.asked.one.first));
    expect(noted).toEqual(tempted);
  });

  if (ports.length > 0 || hasEffect(effectClass)) return;
  it('Effect class: Without ports, equal arguments give equal results at another time, in another run, with another key, and without a key', async () => {
    const ask = async (setting: Setting, more: { at?: number; key?: string; keyless?: true }) => {
      const bench = await benchOf(sample, setting);
      bench.clock.at = more.at ?? bench.clock.at;
      const { body } = answered(await bench.ask(bench.asked.one.first, { at: bench.clock.at, ...more }));
      const { result, exceptions } = JSON.parse(body) as Record<string, unknown>;
      return JSON.stringify({ result, exceptions });
    };
    const one = await ask({}, {});
    const hour = 3_599_000;
    expect(await ask({}, { at: Date.parse('2026-02-03T10:00:00.000Z') + hour })).toBe(one);
    expect(await ask({ world: 'another' }, { key: 'a-key-of-another-world' })).toBe(one);
    expect(await ask({ world: 'third' }, { keyless: true })).toBe(one);
  });
}

const rows = (stored: { items(table: 'ledger' | 'actions' | 'tasks'): readonly Readonly<Record<string, unknown>>[] }) =>
  (['ledger', 'actions', 'tasks', 'decisions', 'runs', 'sources', 'objects', 'head', 'audit'] as const).flatMap(
    (table) => stored.items(table as 'ledger').map((item) => `${table} ${JSON.stringify(item)}`),
  );
